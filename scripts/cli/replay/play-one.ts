/** Plays one scenario in its place, and says what happens as it does. */
import { asObject } from '../../../conformance/member/profile/contract-document.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Paint, Played, PlayOptions, Problem, Scenario } from '../../../scenarios/index.ts';
import {
  contractProblems,
  headLines,
  play,
  ScenarioProblem,
  stepLines,
  summaryLines,
  unmetClock,
  unmetNeeds,
} from '../../../scenarios/index.ts';
import type { CommandIo } from '../command.ts';
import type { OpenTarget } from '../open-target.ts';
import type { Say } from './in-order.ts';
import type { PlayPlace } from './play-place.ts';
import { openPlace } from './play-place.ts';

export interface Play {
  readonly played: Played;
  readonly where: string;
  /** Epoch milliseconds. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}

export interface PlayOneOptions extends Pick<PlayOptions, 'beforeStep' | 'judgeFrom' | 'onStep'> {
  readonly say: Say;
  readonly paint: Paint;
  /** Steps that did not fail are not shown, nor the head of a scenario without others. */
  readonly quiet: boolean;
  /** Called for what the target, or its contract, lacks, before anything is sent; absent: it is thrown. */
  readonly onUnmet?: (problems: readonly Problem[], of: 'needs' | 'contract') => void;
}

/** What keeps the scenario from being played on the target. */
function unmet(scenario: Scenario, { target }: OpenTarget) {
  const { profile, clockMode, document } = target;
  const needs = [...unmetNeeds(scenario, profile, 'of the sandbox'), ...unmetClock(scenario, clockMode)];
  if (needs.length > 0) return { problems: needs, of: 'needs' } as const;
  return { problems: contractProblems(scenario, asObject(document)), of: 'contract' } as const;
}

/**
 * @returns undefined if `onUnmet` was called
 * @throws ScenarioProblem, UsageError
 */
export async function playOne(
  scenario: Scenario,
  place: PlayPlace,
  io: CommandIo,
  { say, paint, quiet, onUnmet, beforeStep, judgeFrom, onStep }: PlayOneOptions,
): Promise<Play | undefined> {
  const stopwatch = startStopwatch();
  const open = await openPlace(place, scenario.world.seed, stopwatch, io);
  const { columns } = io.stdout;
  try {
    const { problems, of } = unmet(scenario, open.opened);
    if (problems.length > 0) {
      if (onUnmet === undefined) throw new ScenarioProblem(problems);
      onUnmet(problems, of);
      return undefined;
    }
    let head: readonly string[] = headLines(scenario, open.words, paint, columns);
    const sayHead = () => {
      say(head);
      head = [];
    };
    if (!quiet) sayHead();
    const played = await play(scenario, open.opened.target, {
      stopwatch,
      freshWorld: open.isFresh,
      signal: io.interrupted,
      ...(beforeStep === undefined ? {} : { beforeStep }),
      ...(judgeFrom === undefined ? {} : { judgeFrom }),
      onStep(step) {
        onStep?.(step);
        if (quiet && (step.verdict === 'pass' || step.verdict === 'done')) return;
        sayHead();
        say(stepLines(step, paint, scenario.file, columns));
      },
    });
    const isBrief = quiet && played.verdict === 'pass';
    if (!isBrief) sayHead();
    say(isBrief ? summaryLines(played, paint).slice(0, 1) : [...summaryLines(played, paint), '']);
    return { played, where: open.words, startedAtMs: stopwatch.startedAtMs, durationMs: stopwatch.nowMs() };
  } finally {
    await open.close();
  }
}
