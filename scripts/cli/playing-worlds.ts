/** Worlds to play a scenario in again and again: each play begins in a fresh one. */
import { asObject } from '../../conformance/member/profile/contract-document.ts';
import { connect, type Target } from '../../conformance/member/target.ts';
import { freshKeys } from '../../conformance/runner/run/fresh-keys.ts';
import type { Stopwatch } from '../../conformance/runner/stopwatch.ts';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import type { Defect } from '../../gateway/defects/defect.ts';
import type { Played, Scenario } from '../../scenarios/index.ts';
import { contractProblems, play, ScenarioProblem, unmetClock, unmetNeeds } from '../../scenarios/index.ts';
import { startOwnSandbox } from './own-sandbox.ts';
import { version } from './version.ts';

export interface PlayingWorld extends AsyncDisposable {
  /** Plays in a fresh world. Throws ScenarioProblem for a scenario that the target cannot play. */
  play(scenario: Scenario): Promise<Played>;
  /** The target, after its world was made fresh. */
  fresh(): Promise<Target>;
}

/** How the world is made fresh before a play; `signal` ends a play. */
export interface Fresh {
  readonly renew: (target: Target, seed: number) => Promise<void>;
  readonly stopwatch: Stopwatch;
  readonly signal?: AbortSignal | undefined;
}

/** Plays in a world of this target, made fresh before each play. */
export async function playFresh(target: Target, scenario: Scenario, fresh: Fresh): Promise<Played> {
  const problems = [
    ...unmetNeeds(scenario, target.profile, 'of the target'),
    ...unmetClock(scenario, target.clockMode),
    ...contractProblems(scenario, asObject(target.document)),
  ];
  if (problems.length > 0) throw new ScenarioProblem(problems);
  const { renew, stopwatch, signal } = fresh;
  await renew(target, scenario.world.seed);
  return play(scenario, target, { stopwatch, freshWorld: true, ...(signal && { signal }) });
}

/** Takes the world of the target back to a seed. */
export async function resetOf(target: Target, seed: number): Promise<void> {
  const session = target.session();
  await session.control?.reset(seed);
  await session.finish();
}

/** The world of a target that is open already. */
export function targetWorldOf(target: Target, fresh: Fresh & { readonly seed: number }): PlayingWorld {
  return {
    play: (scenario) => playFresh(target, scenario, fresh),
    async fresh() {
      await fresh.renew(target, fresh.seed);
      return target;
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

const START = 'start';

/** A sandbox in this process on a virtual clock, each of whose members has the defects. */
export async function sandboxWorld(options: {
  readonly seed: number;
  readonly defects: readonly Defect[];
  readonly signal?: AbortSignal | undefined;
}): Promise<PlayingWorld> {
  const { seed, defects, signal } = options;
  const stopwatch = startStopwatch();
  const { sandbox, loaded } = await startOwnSandbox({ seed, defects });
  sandbox.snapshot(START);
  const target = await connect(loaded, {
    stopwatch,
    freshKey: freshKeys(seed, 0),
    userAgent: `touchstone/${version()}`,
  });
  const renew = async (of: Target, wanted: number) => {
    const session = of.session();
    // The snapshot has its clock and its ids too: a play is the same as the first one in a new sandbox.
    await session.control?.restore(START);
    if (wanted !== seed) await session.control?.reset(wanted);
    await session.finish();
  };
  return {
    play: (scenario) => playFresh(target, scenario, { renew, stopwatch, signal }),
    async fresh() {
      await renew(target, seed);
      return target;
    },
    async [Symbol.asyncDispose]() {
      await target.close();
      await sandbox.close();
    },
  };
}
