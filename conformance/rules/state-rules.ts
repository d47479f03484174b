/** Rules for positions and their times, on one response and over several: one judgement for each requirement. */

import type { Exchange } from '../member/exchange/exchange.ts';
import { asOf, at, header, headers, position } from '../member/exchange/exchange.ts';
import type { Judgement } from '../runner/judgement.ts';
import { pass, violated } from '../runner/judgement.ts';

/** POS-01: a response read from platform state carries a position. */
export function namesItsPosition(e: Exchange): Judgement {
  return position(e) === undefined ? violated('X-Service-Global-Sequence, a decimal string, on the response', e) : pass;
}

const LEAST_TOO_LARGE = 2n ** 63n;
/** A number with fewer digits is below it. */
const DIGITS = `${LEAST_TOO_LARGE}`.length;

function isCanonicalInt64(text: string): boolean {
  return /^(0|[1-9][0-9]*)$/.test(text) && (text.length < DIGITS || BigInt(text) < LEAST_TOO_LARGE);
}

/** POS-01, ID-03: each of the two headers occurs at most once, and is the canonical decimal text of an int64. */
export function spellsItsPosition(e: Exchange): Judgement {
  for (const name of ['X-Service-Global-Sequence', 'X-Service-As-Of-Seq-Ts']) {
    const values = headers(e, name);
    if (values.length > 1 || !values.every(isCanonicalInt64))
      return violated(`one ${name}, a decimal below 2^63 without leading zeros`, e);
  }
  return pass;
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

interface Placed {
  readonly e: Exchange;
  readonly at: bigint;
}

/**
 * POS-07: each read of one member is at the position of every read that was answered before it was sent, or at a later one.
 * O(n log n).
 */
export function neverGoesBack(reads: readonly Exchange[]): Judgement {
  const placed = reads.flatMap((e): Placed[] => {
    const at = position(e);
    return at === undefined ? [] : [{ e, at }];
  });
  const byAnswer = placed.toSorted((a, b) => a.e.answeredAtMs - b.e.answeredAtMs);
  let answered = 0;
  let newest: Placed | undefined;
  for (const read of placed.toSorted((a, b) => a.e.sentAtMs - b.e.sentAtMs)) {
    for (let before = byAnswer[answered]; before !== undefined; before = byAnswer[answered]) {
      if (before.e.answeredAtMs >= read.e.sentAtMs) break;
      if (newest === undefined || before.at > newest.at) newest = before;
      answered += 1;
    }
    if (newest !== undefined && read.at < newest.at)
      return violated(`a position of ${newest.at} or later`, newest.e, read.e);
  }
  return pass;
}

/** POS-10: one position has one time on every member, and times do not decrease with positions. */
export function onePositionHasOneTime(reads: readonly Exchange[]): Judgement {
  const timed = reads.flatMap((e): (Placed & { readonly timeNs: bigint })[] => {
    const [at, timeNs] = [position(e), asOf(e)];
    return at === undefined || timeNs === undefined ? [] : [{ e, at, timeNs }];
  });
  timed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  let [earlier] = timed;
  for (const later of timed) {
    if (earlier === undefined) break;
    if (earlier.at === later.at && earlier.timeNs !== later.timeNs)
      return violated(`the time ${earlier.timeNs} for position ${later.at}, as before`, earlier.e, later.e);
    if (later.timeNs < earlier.timeNs)
      return violated(`a time of ${earlier.timeNs} or later at position ${later.at}`, earlier.e, later.e);
    earlier = later;
  }
  return pass;
}
