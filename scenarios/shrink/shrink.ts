/** Makes the smallest scenario file that still fails in the same way. */
import type { Place } from '../format/problem.ts';
import { ScenarioProblem } from '../format/problem.ts';
import { readScenario } from '../format/read.ts';
import type { Scenario } from '../format/scenario.ts';
import { readSource } from '../format/source.ts';
import type { Played } from '../player/played.ts';
import type { Budget, Stop } from './candidates.ts';
import { Candidates } from './candidates.ts';
import { EditableScenario } from './editable.ts';
import type { Failure, FailureClass } from './failure.ts';
import { classOf, failureAsked, isAt, sameFailure } from './failure.ts';
import { PASSES } from './passes.ts';

export interface ShrinkOptions {
  /** Plays in a fresh world. Throws ScenarioProblem for a file that its target cannot play. */
  readonly play: (scenario: Scenario) => Promise<Played>;
  /** The same on a member that is known to be good: a smaller file has to pass there. Absent: it is not asked. */
  readonly playGood?: ((scenario: Scenario) => Promise<Played>) | undefined;
  /** The failure to keep (`failureAsked`); absent: the first. */
  readonly keep?: string | undefined;
  readonly budget: Budget;
  readonly nowMs: () => number;
  /** Aborted: no further play begins, and the smallest so far is the result. */
  readonly signal?: AbortSignal | undefined;
  readonly onPlay?: ((plays: number) => void) | undefined;
}

export interface Shrunk {
  readonly text: string;
  readonly failure: Failure;
  /** Steps that do something themselves, each once however often it is played. */
  readonly steps: { readonly before: number; readonly after: number };
  /** Of candidates; each is played on the good member too. */
  readonly plays: number;
  /** Why it may not be the smallest; undefined: nothing in it can go. */
  readonly stopped: Stop | undefined;
  /** Whether it failed in the same way both times that it was played at the end; false where it was interrupted. */
  readonly isConfirmed: boolean;
}

const MOST_ROUNDS = 4;

/** @throws NoSuchFailure if the file does not fail, or not in the way that is asked for; ScenarioProblem */
export async function shrink(text: string, file: string, options: ShrinkOptions): Promise<Shrunk> {
  const scenario = readScenario(text, file);
  const first = await options.play(scenario);
  const failure = failureAsked(first, options.keep);
  const wanted = classOf(failure);
  const playGood = (await passes(scenario, options)) ? options.playGood : undefined;
  const fails = (candidate: Scenario, at: Place) => failsAlike(candidate, at, wanted, { ...options, playGood });
  const editable = new EditableScenario(text);
  const before = editable.leaves().length;
  const failing = stepAt(editable, text, file, failure.played.step.at);
  if (failing === undefined) throw new Error(`no step of ${file} is at line ${failure.played.step.at.line}`);
  const { budget, nowMs, signal, onPlay } = options;
  const candidates = new Candidates(editable, failing, {
    ...{ fails, file, budget, nowMs, signal, onPlay },
  });
  for (let round = 0, last = ''; round < MOST_ROUNDS && editable.text !== last; round += 1) {
    last = editable.text;
    for (const pass of PASSES) if (candidates.stopped === undefined) await pass(candidates);
  }
  const shrunk = editable.text;
  const [final, at] = [readScenario(shrunk, file), readSource(shrunk, file).placeOf(editable.wayOf(failing) ?? [])];
  const isConfirmed = signal?.aborted !== true && (await fails(final, at)) && (await fails(final, at));
  const steps = { before, after: editable.leaves().length };
  return { text: shrunk, failure, steps, plays: candidates.plays, stopped: candidates.stopped, isConfirmed };
}

async function passes(scenario: Scenario, { playGood }: ShrinkOptions): Promise<boolean> {
  return playGood !== undefined && (await playGood(scenario)).verdict === 'pass';
}

async function failsAlike(
  scenario: Scenario,
  at: Place,
  wanted: FailureClass,
  { play, playGood }: Pick<ShrinkOptions, 'play' | 'playGood'>,
): Promise<boolean> {
  try {
    if (sameFailure(await play(scenario), at, wanted) === undefined) return false;
    return playGood === undefined || (await playGood(scenario)).verdict === 'pass';
  } catch (thrown) {
    // Its target refuses a step of it.
    if (thrown instanceof ScenarioProblem) return false;
    throw thrown;
  }
}

function stepAt(editable: EditableScenario, text: string, file: string, at: Place) {
  const source = readSource(text, file);
  return editable.steps().find((step) => isAt(source.placeOf(editable.wayOf(step) ?? []), at));
}
