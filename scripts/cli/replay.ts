import { type CommandIo, collect, defineCommand } from './command.ts';
import type { ReplayOptions } from './run-replay.ts';

/** `touchstone replay`: plays scenarios. */
export const replayCommand = defineCommand<ReplayOptions>({
  name: 'replay',
  operands: '<file...>',
  summary: 'play scenarios: faults, clock and requests in one file; without --target, each in a sandbox of its own',
  examples: [
    'replay scenarios/library/202-then-poll.yaml',
    'replay incident.yaml --target .touchstone/profile.json --reset',
    'replay incident.yaml --transcript incident.jsonl',
    'replay incident.yaml --defect a-202-without-location --shrink status',
  ],
  declare: (command) =>
    void command
      .option(
        '--target <profile>',
        'the profile of the target, YAML or JSON; absent: a sandbox with the world it names',
      )
      .option('--base-url <url>', "instead of the profile's baseUrl, for a proxy in between")
      .option('--reset', "take the target's world back to the scenario's seed first (needs its control plane)")
      .option('--defect <name>', 'in a sandbox with this known-bad member; may be repeated', collect)
      .option(
        '--shrink [failure]',
        'write the smallest file that still fails in the same way: at a line, a step or an expectation (absent: the first)',
      )
      .option('--out <file>', 'where the smallest file is written (absent: NAME.shrunk.yaml)')
      .option('--transcript <file>', 'write what was sent and answered, as JSON lines')
      .option('--quiet', 'no line for each step, the summaries alone'),

  async run(files, options, io: CommandIo) {
    const { runReplay } = await import('./run-replay.ts');
    return runReplay(files, options, io);
  },
});
