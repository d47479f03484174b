/** Replays a drafted scenario in a sandbox of its own: the verdict, and every status that was answered. */
import { dirname } from 'node:path';
import { asObject } from '../../../conformance/member/profile/contract-document.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { contractProblems, play, readScenario, unmetNeeds } from '../../../scenarios/index.ts';
import { openTarget } from '../../cli/open-target.ts';

export interface ReplayedDraft {
  readonly verdict: string;
  /** What did not hold, one line each. */
  readonly mismatches: readonly string[];
  readonly statuses: readonly (number | undefined)[];
}

/** @throws ScenarioProblem for a text that is no scenario, or that the target cannot play */
export async function replayedDraft(text: string): Promise<ReplayedDraft> {
  const scenario = readScenario(text, 'draft.yaml');
  const stopwatch = startStopwatch();
  const io = {
    stdout: { write: () => true },
    stderr: { write: () => true },
    env: {},
    cwd: dirname(import.meta.filename),
    interrupted: new AbortController().signal,
  };
  const opened = await openTarget({ seed: scenario.world.seed }, stopwatch, io);
  try {
    const { target } = opened;
    const problems = [
      ...unmetNeeds(scenario, target.profile, 'of the sandbox'),
      ...contractProblems(scenario, asObject(target.document)),
    ];
    const played = await play(scenario, target, { stopwatch, freshWorld: true });
    return {
      verdict: problems.length > 0 ? 'refused' : played.verdict,
      mismatches: [
        ...problems.map(({ message }) => message),
        ...(played.reason === undefined ? [] : [played.reason]),
        ...played.steps.flatMap(({ step, why, mismatches }) =>
          [
            ...mismatches.map(({ what, expected, seen }) => `${what}: expected ${expected}, seen ${seen}`),
            ...(why === undefined ? [] : [why]),
          ].map((line) => `step ${step.n}, line ${step.at.line}: ${line}`),
        ),
      ],
      statuses: played.steps.flatMap(({ exchanges }) => exchanges.at(-1)?.response?.status ?? []),
    };
  } finally {
    await opened.close();
  }
}
