/** Runs the suite against one known-bad member, for defects that recorded histories cannot show. */
import type { Check } from '../../../conformance/runner/check.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import { judgedAgainst } from '../judged-against.ts';
import { type Failure, isOfSequences, type Judged, judgedOf } from './judged.ts';

/** Run first: a layer can lend a token, a key or a cursor of one caller to another only once it has seen one. */
const FIRST = ['auth/me-serves-who-calls', 'ord/submit-serves-the-order-row'];
/** How long the suite waits for a frame that never arrives, in milliseconds; the others arrive within milliseconds. */
const FRAME_MS = 1_000;

/**
 * Judges by the checks that prove what the member breaks. Generated sequences take as long as all other checks, so they run only
 * if the others pass, one after another until one fails.
 */
export async function judgeLive(defect: Defect, checks: readonly Check[]): Promise<Judged> {
  const proving = checks.filter(({ proves }) => proves.some((id) => defect.breaks.includes(id)));
  const sequences = [...new Set([...proving, ...checks])].filter(({ id }) => isOfSequences(id));
  const ofOneSentence = proving.filter(({ id }) => !isOfSequences(id));
  const before = checks.filter((check) => FIRST.includes(check.id) && !ofOneSentence.includes(check));
  const failures = (await failuresOf(defect, [...before, ...ofOneSentence])).filter(({ check }) =>
    ofOneSentence.some(({ id }) => id === check),
  );
  for (const one of sequences) {
    if (judgedOf(defect, 'live', failures).survived.length === 0) break;
    // Repeat the other checks after it: a layer with memory has seen more by then.
    failures.push(
      ...(await failuresOf(
        defect,
        checks.filter((check) => check === one || ofOneSentence.includes(check)),
      )),
    );
  }
  return judgedOf(defect, 'live', failures);
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
