/** `touchstone cleanup` as a process. */

import type { Entry } from '../../../conformance/member/effects/entry.ts';
import { parseEntries, RecordProblem } from '../../../conformance/member/effects/entry.ts';
import { remaining } from '../../../conformance/member/effects/remains.ts';
import { allowanceOf } from '../../../conformance/member/profile/allowance.ts';
import type { Profile } from '../../../conformance/member/profile/profile.ts';
import { clearUp, leftInWords } from '../../../conformance/runner/run/clear-up.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { openTarget, readText } from '../open-target.ts';
import { EffectsFile } from '../run-files/effects-file.ts';
import { orUsage, UsageError } from '../usage-error.ts';

export interface CleanupOptions {
  readonly target?: string;
}

/** Time limit for one record. */
const BOUND_MS = 600_000;

async function entriesOf(file: string, io: CommandIo): Promise<readonly Entry[]> {
  const text = await readText(file, io, 'the record');
  return orUsage(() => parseEntries(text, file), RecordProblem);
}

/** @returns 0 if nothing is left that could be ended; 3 otherwise. @throws UsageError */
export async function runCleanup(
  records: readonly string[],
  options: CleanupOptions,
  io: CommandIo,
): Promise<ExitStatus> {
  let status: ExitStatus = 0;
  for (const file of records) {
    const entries = await entriesOf(file, io);
    const run = entries.find((entry) => entry.what === 'run');
    if (remaining(entries).length === 0) {
      io.stdout.write(`${file}: nothing is left\n`);
      continue;
    }
    const target = options.target ?? run?.target ?? undefined;
    if (target === undefined) throw new UsageError(`${file} names no profile: name one with --target`);
    const stopwatch = startStopwatch();
    const onProfile = async (profile: Profile) => {
      const { whyNoWrites } = allowanceOf(profile);
      if (whyNoWrites === undefined) return { most: undefined };
      throw new UsageError(`${file}: what is left is taken back by writes, and ${whyNoWrites} (${target})`);
    };
    const opened = await openTarget({ target, seed: 1, recorded: entries, onProfile }, stopwatch, io);
    try {
      const { baseUrl } = opened.target.profile;
      if (run !== undefined && run.baseUrl !== baseUrl) {
        throw new UsageError(`${file} is of a run against ${run.baseUrl}, and ${target} names ${baseUrl}`);
      }
      using record = new EffectsFile(file, io.cwd, entries);
      const { ended, left } = await clearUp({
        target: opened.target,
        entries,
        onEffect: record.add,
        stopwatch,
        boundMs: BOUND_MS,
      });
      io.stdout.write(`${file}: ${ended} ended, ${left.length} left\n`);
      for (const line of leftInWords(left, [])) io.stdout.write(`${line}\n`);
      if (left.some(({ kind }) => kind === 'in doubt')) status = 3;
    } finally {
      await opened.close();
    }
  }
  return status;
}
