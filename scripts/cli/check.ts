import { type CommandIo, collect, defineCommand, wholeNumber } from './command.ts';
import { declareGate } from './gate-options.ts';
import type { CheckOptions } from './run-checks.ts';

/** `touchstone check`: judges a member. */
export const checkCommand = defineCommand<CheckOptions>({
  name: 'check',
  summary: 'judge a member, requirement by requirement; without --target, a sandbox of its own',
  examples: [
    'check',
    'check --target staging.yaml --out report --format junit,html',
    "check --select 'idem/*' --seed 7 --runs 100",
    'check --requirement IDEM-08 --target staging.yaml --read-only',
    'check --target staging.yaml --baseline known.yaml --require IDEM --min-passed 200',
  ],
  declare(command) {
    command
      .option('--target <profile>', 'the profile of the target, YAML or JSON; absent: a sandbox of its own')
      .option('--base-url <url>', "instead of the profile's baseUrl, for a proxy in between")
      .option('--select <glob>', 'checks by id, such as idem or "idem/*"; may be repeated', collect)
      .option('--exclude <glob>', 'checks to leave out, by id like --select; may be repeated', collect)
      .option('--requirement <id>', 'the checks that prove it; may be repeated', collect)
      .option('--seed <n>', 'the seed of all generated inputs', wholeNumber('--seed', 0), 1)
      .option('--runs <n>', 'how often a check with generated inputs is run', wholeNumber('--runs', 1))
      .option('--path <path>', 'the way to one failing input, as a report names it; with one check selected')
      .option('--time-budget <time>', 'stop after so long, such as 60s or 5m (exit status 4)', '30m')
      .option(
        '--patience <time>',
        'how long a check may wait, on a clock that runs, for a token to end or a minute to pass',
        '2m',
      )
      .option('--shard <i/n>', 'the i-th of n parts of the checks, for n machines')
      .option('--plan', 'say what would be sent, written and left out, and stop before the first request')
      .option('--read-only', 'write nothing')
      .option('--out <dir>', 'where report.json and other formats are written')
      .option('--format <list>', 'of json, junit, html, md, badge, har; needs --out')
      .option('--keep-history', 'keep all that was sent and answered in --out, for recheck')
      .option('--no-preflight', 'go on where the profile is found to be wrong (see doctor)')
      .option('--quiet', 'no progress, no summary');
    declareGate(command);
  },

  async run(_, options, io: CommandIo) {
    const { runChecks } = await import('./run-checks.ts');
    return runChecks(options, io);
  },
});
