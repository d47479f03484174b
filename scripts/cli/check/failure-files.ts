/** `failures/*.yaml` in the folder of a report: a scenario for each failure that a run of checks found. */
import { allowanceOf } from '../../../conformance/member/profile/allowance.ts';
import type { Target } from '../../../conformance/member/target.ts';
import type { Failures } from '../../../conformance/runner/run/run.ts';
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { CommandIo } from '../command.ts';

export interface FailureFilesOptions {
  /** The folder of the reports. */
  readonly out: string;
  /** The options that name the target, for the command line that plays a file. */
  readonly targetOptions: readonly string[];
  readonly target: Target;
  /** Another connection to it, without a record of effects. */
  readonly connectAgain: () => Promise<AsyncDisposable & { readonly target: Target }>;
  readonly stopwatch: Stopwatch;
  /** The seed of the target's world, where nothing tells it. */
  readonly seed: number;
}

/** Whether the world may be taken back before each play. */
function isReset({ profile }: Target): boolean {
  return profile.control !== undefined && allowanceOf(profile).destructive;
}

/** Makes the scenarios of the failures of a run, and writes them. Most runs have none and load nothing of scenarios. */
export function failureFiles(options: FailureFilesOptions, io: CommandIo): Failures {
  const mayReset = isReset(options.target);
  return {
    isAfterClearUp: mayReset,
    async scenarios(runs) {
      const { writeFailures } = await import('./write-failures.ts');
      return writeFailures(runs, mayReset, options, io);
    },
  };
}
