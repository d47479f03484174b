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

/** A frame that never comes is waited for; what does come comes within milliseconds. */
const FRAME_MS = 1_000;
/** Many sessions at a time, and many waits where one is broken: the check of the one sentence is to see it by itself. */
const MANY = 'history/sessions-keep-their-lease';

/** By the checks that prove what is broken alone. */
export async function survivedBy({ breaks, parts, members }: Breakage, checks: readonly Check[]): Promise<Survived> {
  const proving = checks.filter(({ id, proves }) => id !== MANY && proves.some((one) => breaks.includes(one)));
  const before = checks.filter((check) => BEFORE.includes(check.id) && !proving.includes(check));
  const { layer, socket } = parts();
  const [layers, socketLayers] = [layer === undefined ? [] : [layer], socket === undefined ? [] : [socket]];
  const timeoutMs = breaks.some((id) => /^(WSS|MKT)/.test(id)) ? FRAME_MS : undefined;
  const rows = await judgedThrough(layers, [...before, ...proving], socketLayers, { timeoutMs, members });
  const judged = rows.filter(({ id }) => proving.some((check) => check.id === id));
  const blamed = judged.filter(({ verdict }) => verdict === 'fail').flatMap((row) => row.breaks ?? row.proves);
  return {
    survived: breaks.filter((id) => !blamed.includes(id)),
    faults: judged.filter(({ fault }) => fault === true).map(({ id }) => id),
  };
}
