/** Replays a drafted scenario in a new sandbox. Returns the verdict and the status of every answer. */
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { readScenario } from '../../../scenarios/index.ts';
import { playedInWorld } from '../soak/library/play.ts';

export interface ReplayedDraft {
  readonly verdict: string;
  /** Failed expectations, one line each. */
  readonly mismatches: readonly string[];
  readonly statuses: readonly (number | undefined)[];
}

/** @throws ScenarioProblem if the text is not a scenario, and Error if the sandbox cannot play it */
export async function replayedDraft(text: string): Promise<ReplayedDraft> {
  await using sandbox = await startSandbox({ clock: 'virtual' });
  const { played } = await playedInWorld(sandbox, readScenario(text, 'draft.yaml'), { clock: 'virtual' });
  const { verdict, reason, steps } = played;
  return {
    verdict,
    mismatches: [
      ...(reason === undefined ? [] : [reason]),
      ...steps.flatMap(({ step, why, mismatches }) =>
        [
          ...mismatches.map(({ what, expected, seen }) => `${what}: expected ${expected}, seen ${seen}`),
          ...(why === undefined ? [] : [why]),
        ].map((line) => `step ${step.n}, line ${step.at.line}: ${line}`),
      ),
    ],
    statuses: steps.flatMap(({ exchanges }) => exchanges.at(-1)?.response?.status ?? []),
  };
}
