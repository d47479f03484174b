/** `touchstone replay FILE --shrink`: writes the smallest file that still fails in the same way. */
import { writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { allowanceOf, WITHOUT_DESTRUCTIVE } from '../../../conformance/member/profile/allowance.ts';
import type { Profile } from '../../../conformance/member/profile/profile.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Budget, Shrunk } from '../../../scenarios/index.ts';
import { NoSuchFailure, readScenario, shrink } from '../../../scenarios/index.ts';
import type { CommandIo, ExitStatus } from '../command.ts';
import { openTarget, readText } from '../open-target.ts';
import type { PlayingWorld } from '../playing-worlds.ts';
import { resetOf, sandboxWorld, targetWorldOf } from '../playing-worlds.ts';
import { defectsOf } from '../sandbox/sandbox-options.ts';
import { UsageError } from '../usage-error.ts';

export interface ShrinkChoice {
  /** The failure to keep; true: the first. */
  readonly shrink: string | true;
  readonly out?: string;
  readonly target?: string;
  readonly baseUrl?: string;
  readonly defect?: readonly string[];
}

const BUDGET: Budget = { plays: 1_000, ms: 300_000 };
const CLEAR_LINE = '\r\u001b[2K';

/** The world of `--target`, which is reset before each play. */
async function targetWorld(
  choice: { readonly target: string; readonly baseUrl?: string; readonly seed: number },
  io: CommandIo,
): Promise<PlayingWorld> {
  const stopwatch = startStopwatch();
  const onProfile = async (profile: Profile) => {
    const { destructive, whyNoWrites = WITHOUT_DESTRUCTIVE } = allowanceOf(profile);
    const why =
      profile.control === undefined ? 'the profile names no control plane' : destructive ? undefined : whyNoWrites;
    if (why === undefined) return { most: undefined };
    throw new UsageError(`--shrink resets the world before each play, and ${why} (${choice.target})`);
  };
  const opened = await openTarget({ ...choice, onProfile }, stopwatch, io);
  const { target } = opened;
  const { seed } = choice;
  const world = targetWorldOf(target, { renew: resetOf, stopwatch, seed, signal: io.interrupted });
  return { ...world, [Symbol.asyncDispose]: () => opened.close() };
}

/** NAME.shrunk.yaml beside the file, unless stated; never the file itself. */
function outOf(file: string, stated: string | undefined, io: CommandIo): string {
  const extension = extname(file);
  const out = stated ?? join(dirname(file), `${basename(file, extension)}.shrunk${extension || '.yaml'}`);
  if (resolve(io.cwd, out) !== resolve(io.cwd, file)) return out;
  throw new UsageError(`--out ${out}: this is the file that is shrunk; name another one`);
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

const WHY_STOPPED = {
  plays: `stopped after ${BUDGET.plays} plays: a smaller one may exist`,
  time: `stopped after ${BUDGET.ms / 60_000} minutes: a smaller one may exist`,
  interrupted: 'interrupted: a smaller one may exist, and this one was not played again',
} as const;

function summary({ steps, plays, failure, stopped, isConfirmed }: Shrunk, out: string): readonly string[] {
  const { what, expected, seen } = failure.mismatch;
  return [
    `${out}: from ${count(steps.before, 'step')} to ${steps.after}, ${count(plays, 'play')}`,
    `  ${what}: expected ${expected}, seen ${seen}`,
    ...(stopped === undefined ? [] : [`  ${WHY_STOPPED[stopped]}`]),
    ...(isConfirmed || stopped === 'interrupted'
      ? []
      : ['  played twice more, it did not fail in the same way each time']),
  ];
}

async function inWorlds(text: string, file: string, choice: ShrinkChoice, io: CommandIo): Promise<Shrunk> {
  const { target, baseUrl, defect } = choice;
  const { seed } = readScenario(text, file).world;
  const { interrupted: signal, stderr } = io;
  const defects = defect === undefined ? [] : await defectsOf(defect);
  await using bad =
    target === undefined
      ? await sandboxWorld({ seed, defects, signal })
      : await targetWorld({ target, seed, ...(baseUrl !== undefined && { baseUrl }) }, io);
  // A sandbox of its own is the good member itself.
  const isBad = target !== undefined || defects.length > 0;
  await using good = isBad ? await sandboxWorld({ seed, defects: [], signal }) : undefined;
  const stopwatch = startStopwatch();
  try {
    return await shrink(text, file, {
      play: bad.play,
      playGood: good?.play,
      keep: choice.shrink === true ? undefined : choice.shrink,
      budget: BUDGET,
      nowMs: () => stopwatch.nowMs(),
      signal,
      onPlay: (plays) => {
        if (stderr.isTTY === true) stderr.write(`${CLEAR_LINE}${count(plays, 'play')}`);
      },
    });
  } finally {
    if (stderr.isTTY === true) stderr.write(CLEAR_LINE);
  }
}

/** @throws UsageError; ScenarioProblem for a file that cannot be played */
export async function runShrink(files: readonly string[], choice: ShrinkChoice, io: CommandIo): Promise<ExitStatus> {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw new UsageError('--shrink takes one file');
  const out = outOf(file, choice.out, io);
  const text = await readText(file, io, 'scenario');
  let shrunk: Shrunk;
  try {
    shrunk = await inWorlds(text, file, choice, io);
  } catch (thrown) {
    if (thrown instanceof NoSuchFailure) throw new UsageError(`${file}: ${thrown.message}`);
    throw thrown;
  }
  try {
    await writeFile(resolve(io.cwd, out), shrunk.text);
  } catch (thrown) {
    throw new UsageError(
      `--out ${out}: cannot be written (${(thrown as NodeJS.ErrnoException).code}); name another file`,
    );
  }
  io.stdout.write(`${summary(shrunk, out).join('\n')}\n`);
  if (shrunk.stopped !== undefined) return 4;
  return shrunk.isConfirmed ? 0 : 3;
}
