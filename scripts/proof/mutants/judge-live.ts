/** Runs the suite against one known-bad member, for defects that recorded histories cannot show. */
import fc from 'fast-check';
import type { Check } from '../../../conformance/runner/check.ts';
import { partsOf, pass } from '../../../conformance/runner/judgement.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import { judgedAgainst, withRuns } from '../judged-against.ts';
import { type Failure, isOfSequences, type Judged, judgedOf } from './judged.ts';

/** Run first: a layer can lend a token, a key or a cursor of one caller to another only once it has seen one. */
const FIRST = ['auth/me-serves-who-calls', 'ord/submit-serves-the-order-row'];
/** How long the suite waits for a frame that never arrives, in milliseconds; the others arrive within milliseconds. */
const FRAME_MS = 1_000;
/** Every member that only generated sequences show is found within this many. */
const MOST_RUNS = 40;

/**
 * Judges by the checks that prove what the member breaks. Generated sequences take as long as all other checks, so they run only
 * if the others pass, one after another until one fails.
 */
export async function judgeLive(defect: Defect, checks: readonly Check[]): Promise<Judged> {
  const proving = checks.filter(({ proves }) => proves.some((id) => defect.breaks.includes(id)));
  const ofOneSentence = proving.filter(({ id }) => !isOfSequences(id));
  const before = checks.filter((check) => FIRST.includes(check.id) && !ofOneSentence.includes(check));
  const failures = (await failuresOf(defect, [...before, ...ofOneSentence])).filter(({ check }) =>
    ofOneSentence.some(({ id }) => id === check),
  );
  for (const one of new Set([...proving, ...checks].filter(({ id }) => isOfSequences(id)))) {
    if (judgedOf(defect, 'live', failures).survived.length === 0) break;
    failures.push(...(await failuresOf(defect, [untilItShows(defect, withRuns(one, MOST_RUNS))])));
  }
  return judgedOf(defect, 'live', failures);
}

/** The check sends nothing once it shows the defect: to look for a smaller sequence takes longer than to find one. */
function untilItShows({ breaks }: Defect, check: Check): Check {
  const { given } = check;
  let isShown = false;
  return {
    ...check,
    ...(given && { given: (fixtures) => fc.noShrink(given(fixtures)) }),
    drive: async (scene, sequence) => (isShown ? undefined : check.drive(scene, sequence)),
    judge(history, sequence) {
      if (isShown) return pass;
      const judgement = check.judge(history, sequence);
      isShown = partsOf(judgement).some(
        (part) => part.verdict === 'violated' && (part.about ?? check.proves).some((id) => breaks.includes(id)),
      );
      return judgement;
    },
  };
}

/** Runs these checks in one world on a virtual clock. */
async function failuresOf(defect: Defect, checks: readonly Check[]): Promise<Failure[]> {
  const isOfFrames = defect.breaks.some((id) => /^(WSS|MKT)/.test(id));
  const { checks: rows } = await judgedAgainst(checks, {
    defects: [defect],
    ...(isOfFrames && { timeoutMs: FRAME_MS }),
  });
  return rows
    .filter(({ verdict, fault }) => verdict === 'fail' || fault === true)
    .map(({ id, fault, breaks, proves }) => ({ check: id, isFault: fault === true, blames: breaks ?? proves }));
}
