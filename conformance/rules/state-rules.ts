/** Rules for the position and time headers of responses read from platform state: one judgement for each requirement. */

import type { Exchange } from '../member/exchange/exchange.ts';
import { asOf, at, header, position } from '../member/exchange/exchange.ts';
import type { Judgement } from '../runner/judgement.ts';
import { pass, violated } from '../runner/judgement.ts';

/** POS-01: a response read from platform state carries a position. */
export function namesItsPosition(e: Exchange): Judgement {
  return position(e) === undefined ? violated('X-Service-Global-Sequence, a decimal string, on the response', e) : pass;
}

/** POS-02: a read carries the as-of time of its state. */
export function namesItsTime(e: Exchange): Judgement {
  return asOf(e) === undefined ? violated('X-Service-As-Of-Seq-Ts, epoch nanoseconds, on the read', e) : pass;
}

/** POS-03: the response to a write carries no as-of time. */
export function namesNoTime(e: Exchange): Judgement {
  const time = header(e, 'X-Service-As-Of-Seq-Ts');
  return time === undefined ? pass : violated('no X-Service-As-Of-Seq-Ts on the answer to a write', e);
}

/** POS-04: a refusal before an owner carries no position. */
export function namesNoPosition(e: Exchange): Judgement {
  const position = header(e, 'X-Service-Global-Sequence');
  return position === undefined ? pass : violated('no X-Service-Global-Sequence on a refusal of the door', e);
}

/**
 * POS-06. null in the body matches an absent header (decisions A43, A44). Before the first change the position may be
 * "0".
 */
export function agreesWithItsHeaders(e: Exchange): Judgement {
  const position = header(e, 'X-Service-Global-Sequence');
  const time = header(e, 'X-Service-As-Of-Seq-Ts');
  if (at(e, 'globalSequence') !== (position ?? '0')) {
    return violated('globalSequence of the page equal to X-Service-Global-Sequence', e);
  }
  return at(e, 'asOfSeqTsNs') === (time ?? null)
    ? pass
    : violated('asOfSeqTsNs of the page equal to X-Service-As-Of-Seq-Ts', e);
}
