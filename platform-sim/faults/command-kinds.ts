import type { CommandBody } from '../../gateway/facts.ts';

/** Every kind of command that an owner is handed: what `on.command` may ask for. */
const KINDS = {
  submit: true,
  cancel: true,
  fill: true,
  'venue-reject': true,
  state: true,
  'register-caller': true,
  create: true,
  restate: true,
  approve: true,
  suspend: true,
  reactivate: true,
  revoke: true,
  withdraw: true,
  rotate: true,
  retire: true,
  halt: true,
  resume: true,
  'probe-report': true,
  'discover-account': true,
  reading: true,
  'create-instance': true,
  'propose-config': true,
  start: true,
  stop: true,
  delete: true,
  'halt-instances': true,
  'engine-verdict': true,
  'engine-stop': true,
} as const satisfies Record<CommandKind, true>;

type CommandKind = CommandBody['kind'];

export const COMMAND_KINDS: readonly string[] = Object.keys(KINDS);
