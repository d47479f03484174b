/** Every command in the order of the help. */
export const COMMAND_NAMES = [
  ...([
    'sandbox',
    'check',
    'cleanup',
    'init',
    'doctor',
    'list',
    'replay',
    'scenarios',
    'client',
    'record',
    'import',
  ] as const),
  ...(['report', 'recheck', 'ci', 'platform', 'member', 'token'] as const),
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];
