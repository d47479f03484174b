import type { CommandBody, OwnerName } from '../../gateway/facts.ts';

type CommandKind = CommandBody['kind'];

/** The submitter of a command: a member for a principal, or a part of the platform itself, without a key. */
export type Sender = 'member' | 'venue' | 'engine';

interface KindRow {
  readonly owner: OwnerName;
  readonly from: Sender;
}

/** Every kind of command: the values of `on.command`. */
const KINDS = {
  submit: { owner: 'orders', from: 'member' },
  cancel: { owner: 'orders', from: 'member' },
  fill: { owner: 'orders', from: 'venue' },
  'venue-reject': { owner: 'orders', from: 'venue' },
  state: { owner: 'register', from: 'venue' },
  'register-caller': { owner: 'register', from: 'member' },
  create: { owner: 'register', from: 'member' },
  restate: { owner: 'register', from: 'member' },
  approve: { owner: 'register', from: 'member' },
  suspend: { owner: 'register', from: 'member' },
  reactivate: { owner: 'register', from: 'member' },
  revoke: { owner: 'register', from: 'member' },
  withdraw: { owner: 'register', from: 'member' },
  rotate: { owner: 'register', from: 'member' },
  retire: { owner: 'register', from: 'member' },
  halt: { owner: 'register', from: 'member' },
  resume: { owner: 'register', from: 'member' },
  'probe-report': { owner: 'register', from: 'venue' },
  'discover-account': { owner: 'register', from: 'venue' },
  reading: { owner: 'custody', from: 'venue' },
  'create-instance': { owner: 'algos', from: 'member' },
  'propose-config': { owner: 'algos', from: 'member' },
  start: { owner: 'algos', from: 'member' },
  stop: { owner: 'algos', from: 'member' },
  delete: { owner: 'algos', from: 'member' },
  'halt-instances': { owner: 'algos', from: 'member' },
  'engine-verdict': { owner: 'algos', from: 'engine' },
  'engine-stop': { owner: 'algos', from: 'engine' },
} as const satisfies Record<CommandKind, KindRow>;

/** Every kind of command. */
export const COMMAND_KINDS = Object.keys(KINDS) as readonly CommandKind[];

/** undefined for an unknown command. */
export function commandKind(name: string): KindRow | undefined {
  return Object.hasOwn(KINDS, name) ? KINDS[name as CommandKind] : undefined;
}

/** The commands that one sender submits. */
export function commandsOf(sender: Sender): readonly string[] {
  return COMMAND_KINDS.filter((name) => KINDS[name].from === sender);
}
