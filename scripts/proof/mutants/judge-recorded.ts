/** Judges one known-bad member over the histories that were recorded from the valid sandbox, without a server or waits. */
import { partsOf } from '../../../conformance/runner/judgement.ts';
import { judgeDriven } from '../../../conformance/runner/run/trial.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import { appliedTo, NotRecorded } from './applied-row.ts';
import { type Failure, type Judged, judgedOf } from './judged.ts';
import { goesAnotherWay } from './other-way.ts';
import type { Recording } from './recording.ts';

/** Returns a string with the reason if the member must be judged live. Rejects with the error of a layer. */
export async function judgeRecorded(recording: Recording, defect: Defect): Promise<Judged | string> {
  try {
    const judged = judgedOf(defect, 'recorded', failuresOf(await appliedTo(recording, defect)));
    return judged.survived.length === 0 && judged.faults.length === 0
      ? judged
      : 'its recorded histories do not show it';
  } catch (error) {
    if (error instanceof NotRecorded) return error.message;
    return `its layer throws: ${(error as Error).stack?.split('\n').slice(0, 3).join(' ')}`;
  }
}

function failuresOf({ trials }: Awaited<ReturnType<typeof appliedTo>>): readonly Failure[] {
  return trials.flatMap(({ check, driven, before }): readonly Failure[] => {
    const { judgement } = judgeDriven(check, driven);
    if (judgement.verdict !== 'violated' && judgement.verdict !== 'fault') return [];
    if (goesAnotherWay(before.driven, driven)) return [];
    if (judgement.verdict === 'fault') return [{ check: check.id, isFault: true, blames: [] }];
    const broken = partsOf(judgement).flatMap((part) =>
      part.verdict === 'violated' ? (part.about ?? check.proves) : [],
    );
    return [{ check: check.id, isFault: false, blames: [...new Set(broken)] }];
  });
}
