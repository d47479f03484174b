import { type CommandIo, defineCommand } from './command.ts';
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
  ],
  declare: (command) =>
    void command
      .option(
        '--target <profile>',
        'the profile of the target, YAML or JSON; absent: a sandbox with the world it names',
      )
      .option('--base-url <url>', "instead of the profile's baseUrl, for a proxy in between")
      .option('--reset', "take the target's world back to the scenario's seed first (needs its control plane)")
      .option('--transcript <file>', 'write what was sent and answered, as JSON lines')
      .option('--quiet', 'no line for each step, the summaries alone'),

  async run(files, options, io: CommandIo) {
    const { runReplay } = await import('./run-replay.ts');
    return runReplay(files, options, io);
  },
});
