/** The suite against one known-bad member: which checks failed, and whether they are just those that should. */
import type { Check } from '../../../conformance/runner/check.ts';
import type { CheckRow } from '../../../conformance/runner/record/run-record.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import { judgedAgainst } from '../judged-against.ts';

export interface Judged {
  readonly defect: Pick<Defect, 'name' | 'breaks'>;
  /** Checks that failed, by id. */
  readonly failed: readonly string[];
  /** Requirements of `breaks` that no failed check blames. */
  readonly survived: readonly string[];
  /** Failed checks that blame the member for nothing of `breaks`. */
  readonly astray: readonly string[];
  /** Checks that were the suite's own fault. */
  readonly faults: readonly string[];
}

/** Run first: a layer can lend a token, a key or a cursor of one caller to another only once it has seen one. */
const FIRST = ['auth/me-serves-who-calls', 'ord/submit-serves-the-order-row'];
/**
 * Generated sequences find what is wrong after two things that are good, each by itself, and they take as long as all the
 * others. The checks of the one sentence must see a broken member by themselves; these judge only what they let pass.
 */
const isOfSequences = ({ id }: Check): boolean => id.startsWith('history/');
/** A frame that never arrives is waited for this long; the others arrive within milliseconds. */
const FRAME_MS = 1_000;

/** Of a member with these defects, in one world, on a virtual clock. */
async function rowsAgainst(defects: readonly Defect[], checks: readonly Check[]): Promise<readonly CheckRow[]> {
  const isOfFrames = defects.some(({ breaks }) => breaks.some((id) => /^(WSS|MKT)/.test(id)));
  return (await judgedAgainst(checks, { defects, ...(isOfFrames ? { timeoutMs: FRAME_MS } : {}) })).checks;
}

/** By the checks that prove what the member breaks, or by these as well. */
export async function judgeDefect(
  defect: Defect,
  checks: readonly Check[],
  isAsked: (check: Check) => boolean = () => false,
): Promise<Judged> {
  const isProving = ({ proves }: Check): boolean => proves.some((one) => defect.breaks.includes(one));
  const ofOneSentence = await judgedBy(
    defect,
    checks,
    (check) => (isProving(check) && !isOfSequences(check)) || isAsked(check),
  );
  if (ofOneSentence.survived.length === 0) return ofOneSentence;
  // A sequence blames a member for whatever it broke, also for what the sequence is not there to prove.
  return judgedBy(defect, checks, (check) => isProving(check) || isOfSequences(check) || isAsked(check));
}

/** By these checks. */
export async function judgedBy(
  defect: Defect,
  checks: readonly Check[],
  isJudging: (check: Check) => boolean,
): Promise<Judged> {
  const before = checks.filter((check) => FIRST.includes(check.id) && !isJudging(check));
  const judging = checks.filter(isJudging);
  const rows = (await rowsAgainst([defect], [...before, ...judging])).filter(({ id }) =>
    judging.some((check) => check.id === id),
  );
  const failed = rows.filter(({ verdict }) => verdict === 'fail');
  const isBroken = (id: string): boolean => defect.breaks.includes(id);
  const blames = ({ breaks, proves }: CheckRow): readonly string[] => breaks ?? proves;
  return {
    defect,
    failed: failed.map(({ id }) => id),
    survived: defect.breaks.filter((id) => !failed.some((row) => blames(row).includes(id))),
    astray: failed.filter((row) => !blames(row).some(isBroken)).map(({ id }) => id),
    faults: rows.filter(({ fault }) => fault === true).map(({ id }) => id),
  };
}

export function isKilled({ survived, faults }: Judged): boolean {
  return survived.length === 0 && faults.length === 0;
}
