import type { CliCommand } from './command.ts';
import type { CommandName } from './command-names.ts';

/** Each is loaded only when it is needed. */
export const COMMANDS = {
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandboxCommand,
  check: async () => (await import('./check/check.ts')).checkCommand,
  cleanup: async () => (await import('./cleanup/cleanup.ts')).cleanupCommand,
  init: async () => (await import('./init/init.ts')).initCommand,
  doctor: async () => (await import('./doctor/doctor.ts')).doctorCommand,
  list: async () => (await import('./list/list.ts')).listCommand,
  replay: async () => (await import('./replay/replay.ts')).replayCommand,
  scenarios: async () => (await import('./scenarios/scenarios.ts')).scenariosCommand,
  client: async () => (await import('./client/client.ts')).clientCommand,
  record: async () => (await import('./record/record.ts')).recordCommand,
  import: async () => (await import('./import/import.ts')).importCommand,
  report: async () => (await import('./report/report.ts')).reportCommand,
  recheck: async () => (await import('./recheck/recheck.ts')).recheckCommand,
  ci: async () => (await import('./ci/ci.ts')).ciCommand,
  platform: async () => (await import('./platform/platform.ts')).platformCommand,
  member: async () => (await import('./member/member.ts')).memberCommand,
  token: async () => (await import('./token/token.ts')).tokenCommand,
} as const satisfies Record<CommandName, () => Promise<CliCommand>>;
