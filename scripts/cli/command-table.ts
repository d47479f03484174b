import type { CliCommand } from './command.ts';

/** Every command in the order of the help; each is loaded only when it is needed. */
export const COMMANDS = {
  sandbox: async () => (await import('./sandbox.ts')).sandboxCommand,
  check: async () => (await import('./check.ts')).checkCommand,
  cleanup: async () => (await import('./cleanup.ts')).cleanupCommand,
  init: async () => (await import('./init.ts')).initCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  list: async () => (await import('./list.ts')).listCommand,
  replay: async () => (await import('./replay.ts')).replayCommand,
  scenarios: async () => (await import('./scenarios.ts')).scenariosCommand,
  record: async () => (await import('./record.ts')).recordCommand,
  import: async () => (await import('./import.ts')).importCommand,
  report: async () => (await import('./report.ts')).reportCommand,
  recheck: async () => (await import('./recheck.ts')).recheckCommand,
  platform: async () => (await import('./platform.ts')).platformCommand,
  member: async () => (await import('./member.ts')).memberCommand,
  token: async () => (await import('./token.ts')).tokenCommand,
} as const satisfies Record<string, () => Promise<CliCommand>>;

export type CommandName = keyof typeof COMMANDS;
