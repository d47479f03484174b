/** The suite against one known-bad member that answers: for what its recorded histories cannot show. */
import type { Check } from '../../../conformance/runner/check.ts';
import type { CheckRow } from '../../../conformance/runner/record/run-record.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import { judgedAgainst } from '../judged-against.ts';
import { isOfSequences, type Judged, judgedOf } from './judged.ts';

/** Run first: a layer can lend a token, a key or a cursor of one caller to another only once it has seen one. */
const FIRST = ['auth/me-serves-who-calls', 'ord/submit-serves-the-order-row'];
/** A frame that never arrives is waited for this long; the others arrive within milliseconds. */
const FRAME_MS = 1_000;

/**
 * By the checks that prove what the member breaks. Generated sequences take as long as all the others, so they judge only what the
 * checks of one sentence let pass.
 */
export async function judgeLive(defect: Defect, checks: readonly Check[]): Promise<Judged> {
  const isProving = ({ proves }: Check): boolean => proves.some((id) => defect.breaks.includes(id));
  const ofOneSentence = await judgedBy(defect, checks, (check) => isProving(check) && !isOfSequences(check.id));
  if (ofOneSentence.survived.length === 0) return ofOneSentence;
  return judgedBy(defect, checks, (check) => isProving(check) || isOfSequences(check.id));
}

/** By these checks, in one world on a virtual clock. */
export async function judgedBy(
  defect: Defect,
  checks: readonly Check[],
  isJudging: (check: Check) => boolean,
): Promise<Judged> {
  const before = checks.filter((check) => FIRST.includes(check.id) && !isJudging(check));
  const judging = checks.filter(isJudging);
  const isOfFrames = defect.breaks.some((id) => /^(WSS|MKT)/.test(id));
  const against = { defects: [defect], ...(isOfFrames ? { timeoutMs: FRAME_MS } : {}) };
  const { checks: rows } = await judgedAgainst([...before, ...judging], against);
  const wrong = rows.filter(
    ({ id, verdict, fault }) => (verdict === 'fail' || fault === true) && judging.some((check) => check.id === id),
  );
  return judgedOf(defect, 'live', wrong.map(failureOf));
}

function failureOf({ id, fault, breaks, proves }: CheckRow) {
  return { check: id, isFault: fault === true, blames: breaks ?? proves };
}
