/** `touchstone cleanup` as a process. */
import { dirname, resolve } from 'node:path';
import type { Entry } from '../../../conformance/member/effects/entry.ts';
import { parseEntries, RecordProblem } from '../../../conformance/member/effects/entry.ts';
import { hooksLeft } from '../../../conformance/member/effects/hooks-left.ts';
import { remaining } from '../../../conformance/member/effects/remains.ts';
import { hooksOf } from '../../../conformance/member/hooks/hook-names.ts';
import { runShell } from '../../../conformance/member/hooks/shell-command.ts';
import { allowanceOf } from '../../../conformance/member/profile/allowance.ts';
import type { Profile } from '../../../conformance/member/profile/profile.ts';
import { clearUp, leftInWords } from '../../../conformance/runner/run/clear-up.ts';
import { type Stopwatch, startStopwatch } from '../../../conformance/runner/stopwatch.ts';
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

interface UndoOptions {
  /** Of the profile. */
  readonly folder: string;
  readonly stopwatch: Stopwatch;
  readonly record: EffectsFile;
}

/**
 * Runs the undo of each hook that the run began and did not end: it was killed, or its undo failed. Returns whether all are
 * undone.
 */
async function undoHooks(
  profile: Profile,
  { folder, stopwatch, record }: UndoOptions,
  io: CommandIo,
): Promise<boolean> {
  const stated = hooksOf(profile);
  let areUndone = true;
  for (const [hook, seconds] of [...hooksLeft(record.entries)].reverse()) {
    const { undo: command, timeoutMs = 0 } = stated.get(hook) ?? {};
    const variables = { TOUCHSTONE_HOOK: hook, ...(seconds > 0 && { TOUCHSTONE_SECONDS: `${seconds}` }) };
    const problem =
      command === undefined
        ? 'is not stated in the profile'
        : (await runShell({ command, folder, variables, timeoutMs, stopwatch })).problem;
    if (problem === undefined) record.add({ what: 'hook', hook, isOver: true });
    else areUndone = false;
    const end = problem === undefined ? 'was run' : `${problem}: THE TARGET IS LEFT AS THE HOOK MADE IT`;
    io.stdout.write(`${record.name}: the undo of hooks.${hook} ${end}\n`);
  }
  return areUndone;
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
    if (remaining(entries).length === 0 && hooksLeft(entries).size === 0) {
      io.stdout.write(`${file}: nothing is left\n`);
      continue;
    }
    const target = options.target ?? run?.target ?? undefined;
    if (target === undefined) throw new UsageError(`${file} names no profile: name one with --target`);
    const stopwatch = startStopwatch();
    using record = new EffectsFile(file, io.cwd, entries);
    const onProfile = async (profile: Profile) => {
      const { whyNoWrites } = allowanceOf(profile);
      if (whyNoWrites !== undefined)
        throw new UsageError(`${file}: what is left is taken back by writes, and ${whyNoWrites} (${target})`);
      const { baseUrl } = profile;
      if (run !== undefined && run.baseUrl !== baseUrl) {
        throw new UsageError(`${file} is of a run against ${run.baseUrl}, and ${target} names ${baseUrl}`);
      }
      // First: the target may answer nothing in the state that a hook made.
      const folder = dirname(resolve(io.cwd, target));
      if (!(await undoHooks(profile, { folder, stopwatch, record }, io))) status = 3;
      return { most: undefined };
    };
    const opened = await openTarget({ target, seed: 1, recorded: entries, onProfile }, stopwatch, io);
    try {
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
