import { type CommandIo, defineCommand } from '../command.ts';
import type { CleanupOptions } from './run-cleanup.ts';

/** `touchstone cleanup`: ends what a run left at its target. */
export const cleanupCommand = defineCommand<CleanupOptions>({
  name: 'cleanup',
  operands: '<record...>',
  summary: 'end what a run of check has left at its target, from its record of effects',
  examples: [
    'cleanup .touchstone/ts1k2j3h4.effects.jsonl',
    'cleanup report/effects-1k2j3h4.jsonl --target staging.yaml',
  ],
  declare: (command) =>
    void command.option('--target <profile>', 'the profile of the target; absent: the one that the record names'),

  async run(records, options, io: CommandIo) {
    const { runCleanup } = await import('./run-cleanup.ts');
    return runCleanup(records, options, io);
  },
});
