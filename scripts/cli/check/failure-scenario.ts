/** The scenario file of one failure that `check` found. */
import type { Exchange } from '../../../conformance/member/exchange/exchange.ts';
import type { FailingRun } from '../../../conformance/runner/run/failing-run.ts';
import { freshKeys } from '../../../conformance/runner/run/fresh-keys.ts';
import { driveAgain } from '../../../conformance/runner/run/run-check.ts';
import type { Trial } from '../../../conformance/runner/run/trial.ts';
import type { FailingScenario } from '../../../scenarios/contrast/failing-scenario.ts';
import { failingScenario } from '../../../scenarios/contrast/failing-scenario.ts';
import type { Traffic } from '../../../scenarios/traffic/traffic.ts';
import type { PlayingWorld } from '../playing-worlds.ts';
import { failureTraffic, scenarioName } from './failure-traffic.ts';

export interface FailureWorlds {
  /** Of the good member. */
  readonly good: PlayingWorld;
  /** Of the failing one. */
  readonly bad: PlayingWorld;
  readonly seed: number;
  readonly fixtures: Traffic['fixtures'];
  readonly nowMs: () => number;
  /** For each failure. */
  readonly budgetMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The failing member is not ours: it is played on as little as possible, and its world stays. */
  readonly isShared?: boolean;
}

/**
 * What the check sends in a fresh world of each member, and then what it sent when it failed. On the good member it sends
 * all that it has to; on the other one it may come to something else after a wrong answer.
 */
async function* sources(run: FailingRun, { good, bad, seed, isShared }: FailureWorlds): AsyncGenerator<Trial> {
  for (const world of isShared ? [good] : [good, bad]) yield driveAgain(run, await world.fresh(), freshKeys(seed, 0));
  yield run.trial;
}

function seenOf({ trial: { judgement } }: FailingRun): readonly Exchange[] {
  return judgement.seen;
}

/** Never throws for what the members do. */
export async function failureScenario(run: FailingRun, worlds: FailureWorlds): Promise<FailingScenario> {
  const { good, bad, seed, fixtures, nowMs, budgetMs, signal, isShared = false } = worlds;
  const { check, breaks, facts } = run;
  const id = scenarioName(check.id);
  const head = { id, story: `${check.title}. Expected: ${run.trial.judgement.expected}.`, proves: breaks };
  const startMs = nowMs();
  let last: FailingScenario | undefined;
  for await (const trial of sources(run, worlds)) {
    const made = await failingScenario(
      { traffic: failureTraffic(facts, trial, { seed, fixtures }), head, seen: seenOf(run) },
      `${id}.yaml`,
      { playGood: good.play, playBad: bad.play, nowMs, budgetMs: budgetMs - (nowMs() - startMs), signal, isShared },
    );
    if (made.unconfirmed === undefined) return made;
    last = made;
    if (isShared || nowMs() - startMs > budgetMs || signal?.aborted === true) break;
  }
  return last ?? { text: '', unmapped: [], unconfirmed: 'there was no time to make one' };
}
