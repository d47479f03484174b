import { formatsInWords, REPLAY_FORMATS } from '../../../reports/formats.ts';
import { type CommandIo, collect, defineCommand, wholeNumber } from '../command.ts';
import type { ReplayOptions } from './run-replay.ts';

/** `touchstone replay`: plays scenarios. */
export const replayCommand = defineCommand<ReplayOptions>({
  name: 'replay',
  operands: '<file...>',
  summary:
    'play scenarios: faults, clock and requests in one file; without --target, each in its own sandbox. A file, a folder, a glob, or a name of the library (touchstone scenarios)',
  examples: [
    'replay 202-then-poll',
    "replay 'incidents/**/*.yaml' --jobs 4 --out report --format junit,html",
    'replay incident.yaml --target .touchstone/profile.json --reset',
    'replay incident.yaml --transcript incident.jsonl',
    'replay incident.yaml --step --from line:12',
    'replay incident.yaml --against 0.12.0 0.13.0 0.14.0',
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
      .option('--jobs <n>', 'how many to play at once, in worlds of their own', wholeNumber('--jobs', 1, 64))
      .option('--against <version...>', 'play them against these contract versions, or all, and print a table', collect)
      .option('--step', 'ask before each step: next, continue, state, last exchange, quit')
      .option('--from <step>', 'judge from this step on: its number, line:N, or its name; those before it are played')
      .option('--watch', 'play again when a file changes, until Ctrl-C')
      .option(
        '--shrink [failure]',
        'write the smallest file that still fails in the same way: at a line, a step or an expectation (absent: the first)',
      )
      .option('--transcript <file>', 'write what was sent and answered, as JSON lines')
      .option('--out <path>', 'a folder for replay.json and the files of --format; with --shrink, the smallest file')
      .option('--format <list>', `of ${formatsInWords(REPLAY_FORMATS)}`)
      .option('--quiet', 'failing steps and the summaries alone'),

  async run(files, options, io: CommandIo) {
    const { runReplay } = await import('./run-replay.ts');
    return runReplay(files, options, io);
  },
});
