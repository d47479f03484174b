import { DEPTHS, type DepthName } from '../../../conformance/runner/plan/depths.ts';
import { formatsInWords } from '../../../reports/formats.ts';
import { type CommandIo, collect, defineCommand, wholeNumber } from '../command.ts';
import { declareGate } from '../run-files/gate-options.ts';
import { RUN_FORMATS } from '../run-files/write-reports.ts';
import { UsageError } from '../usage-error.ts';
import type { CheckOptions } from './run-checks.ts';

/** @throws UsageError */
function depth(value: string): DepthName {
  if (value in DEPTHS) return value as DepthName;
  throw new UsageError(`--depth ${value}: one of ${Object.keys(DEPTHS).join(', ')} is needed`);
}

/** `touchstone check`: judges a member. */
export const checkCommand = defineCommand<CheckOptions>({
  name: 'check',
  summary: 'judge a member, requirement by requirement; without --target, its own sandbox',
  examples: [
    'check',
    'check --target staging.yaml --out report --format junit,html',
    "check --select 'idem/*' --seed 7 --runs 100",
    'check --requirement IDEM-08 --target staging.yaml --read-only',
    'check --target staging.yaml --baseline known.yaml --require IDEM --min-passed 200',
  ],
  declare(command) {
    command
      .option('--target <profile>', 'the profile of the target, YAML or JSON; absent: its own sandbox')
      .option('--base-url <url>', "instead of the profile's baseUrl, for a proxy in between")
      .option('--select <glob>', 'checks by id, such as idem or "idem/*"; may be repeated', collect)
      .option('--exclude <glob>', 'checks to leave out, by id like --select; may be repeated', collect)
      .option('--requirement <id>', 'the checks that prove it; may be repeated', collect)
      .option(
        '--seed <n>',
        'the seed of inputs and of the cases taken; absent: 1, of a deployed member a new one',
        wholeNumber('--seed', 0),
      )
      .option('--runs <n>', 'how often a check with generated inputs is run', wholeNumber('--runs', 1))
      .option('--path <path>', 'the way to one failing input, as a report names it; with one check selected')
      .option(
        '--depth <depth>',
        'quick, normal or thorough: how many cases are taken; absent: normal, of a sandbox thorough',
        depth,
      )
      .option(
        '--requests <n>',
        'plan for so many requests, and take the cases that show most',
        wholeNumber('--requests', 1),
      )
      .option(
        '--time-budget <time>',
        'plan for so long, such as 60s or 5m, and stop after it (exit status 4); absent: 30m',
      )
      .option(
        '--patience <time>',
        'how long a check may wait, on a clock that runs, for a token to end or a minute to pass',
        '2m',
      )
      .option('--shard <i/n>', 'the i-th of n parts of the checks, for n machines')
      .option('--plan', 'say what would be sent, written and left out, and stop before the first request')
      .option('--read-only', 'write nothing')
      .option('--out <dir>', 'where report.json and other formats are written')
      .option('--format <list>', `of ${formatsInWords(RUN_FORMATS)}; needs --out`)
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
