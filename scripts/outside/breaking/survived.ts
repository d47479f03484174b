/** The suite against one broken sentence: which requirements no failed check blames. */
import type { Check } from '../../../conformance/runner/check.ts';
import { judgedThrough } from '../proxy/judged-through.ts';
import type { Breakage } from './breakage.ts';

/** What a proxy must have seen pass before it can lend a token, a key or a cursor of one caller to another. */
const BEFORE = ['auth/me-serves-who-calls', 'ord/submit-serves-the-order-row'];

export interface Survived {
  /** Requirements of the breakage that no failed check blames. */
  readonly survived: readonly string[];
  /** Checks that were the suite's own fault. */
  readonly faults: readonly string[];
}

/** By the checks that prove what is broken alone. */
export async function survivedBy({ breaks, parts }: Breakage, checks: readonly Check[]): Promise<Survived> {
  const proving = checks.filter((check) => check.proves.some((id) => breaks.includes(id)));
  const before = checks.filter((check) => BEFORE.includes(check.id) && !proving.includes(check));
  const { layer, socket } = parts();
  const [layers, socketLayers] = [layer === undefined ? [] : [layer], socket === undefined ? [] : [socket]];
  const rows = await judgedThrough(layers, [...before, ...proving], socketLayers);
  const judged = rows.filter(({ id }) => proving.some((check) => check.id === id));
  const blamed = judged.filter(({ verdict }) => verdict === 'fail').flatMap((row) => row.breaks ?? row.proves);
  return {
    survived: breaks.filter((id) => !blamed.includes(id)),
    faults: judged.filter(({ fault }) => fault === true).map(({ id }) => id),
  };
}
