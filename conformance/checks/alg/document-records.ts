/** What a config document record has, and when the verdict on it may have come. */

import { asOf, at, type Exchange, pathOf, rows } from '../../member/exchange/exchange.ts';
import { countOf } from '../../member/exchange/open-id.ts';
import type { JsonObject } from '../../member/profile/contract-document.ts';
import { CLOCKS_APART_NS, OUTCOMES, showsItsVerdict } from '../../rules/row-rules.ts';
import type { History } from '../../runner/history.ts';
import { allOf, blaming, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';

const NAMED = ['seq', 'document', 'remark', 'outcome', 'outcomeAtNs', 'detail'];

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
const areIds = (value: unknown) => Array.isArray(value) && value.every(Number.isInteger);

/** What a record lacks, in words. Only the sandbox is known to name the projected references. */
export function lackOfDocument(row: JsonObject, strict: boolean): string | undefined {
  const { seq, document, remark, outcome, outcomeAtNs, detail } = row;
  // Only a refusal has a reason: a document that was not refused may have no member for it.
  const owed = strict || outcome === 'REFUSED' ? NAMED : NAMED.filter((name) => name !== 'detail');
  const unnamed = owed.find((name) => !Object.hasOwn(row, name));
  if (unnamed !== undefined) return `${unnamed} on each document`;
  if ((countOf(seq) ?? 0) < 1) return 'seq counted from 1';
  if (typeof document !== 'string') return 'the document, one string';
  if (!isTextOrNull(remark) || !isTextOrNull(detail ?? null)) return 'remark and detail, text or null';
  if (!OUTCOMES.includes(String(outcome))) return `outcome one of ${OUTCOMES.join(', ')}`;
  if (outcomeAtNs !== null && !/^[1-9][0-9]*$/.test(String(outcomeAtNs))) return 'outcomeAtNs in nanoseconds, or null';
  const isOurs = areIds(row['accountIds']) && areIds(row['instrumentIds']);
  return strict && !isOurs ? 'accountIds and instrumentIds, what the document refers to' : undefined;
}

/** One document awaits its verdict at a time, so verdicts come in the order of the documents. Incomplete rows are left out. */
function verdictsBroken(page: Exchange, strict: boolean): Judgement {
  const whole = rows(page).filter((row) => lackOfDocument(row, strict) === undefined);
  const shown = allOf(whole.map((row) => showsItsVerdict({ exchange: page, row })));
  if (shown.verdict === 'violated') return shown;
  const judged = whole.filter(({ outcomeAtNs }) => typeof outcomeAtNs === 'string');
  const times = judged
    .toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
    .map(({ outcomeAtNs }) => BigInt(String(outcomeAtNs)));
  return times.every((time, i) => time + CLOCKS_APART_NS >= (times[i - 1] ?? 0n))
    ? pass
    : violated('verdicts in the order of the documents: each is proposed after the verdict on the one before', page);
}

/** The verdicts of a page. A violation also breaks ALG-07; a pass shows ALG-22 only. */
export function verdictsHold(page: Exchange, strict: boolean): Judgement {
  const held = verdictsBroken(page, strict);
  return held.verdict === 'violated' ? blaming(held, 'ALG-07', 'ALG-22') : blaming(held, 'ALG-22');
}

/** Whether the record states when its verdict came. */
export function isTimed(e: Exchange): boolean {
  const time = at(e, 'outcomeAtNs');
  return typeof time === 'string' && /^[1-9][0-9]*$/.test(time);
}

/** The verdict on the written document is later than the state of every read that was answered before the write. */
export function isDatedAfter(history: History, put: Exchange): Judgement {
  const before = history.answered.filter((e) => e.n < put.n).map((e) => asOf(e) ?? 0n);
  const known = before.reduce((latest, time) => (time > latest ? time : latest), 0n);
  const seq = String(at(put, 'seq'));
  const judged = history
    .of('GET /algos/instances/{id}/configs/{seq}')
    .filter((e) => e.n > put.n && pathOf(e).endsWith(`/${seq}`) && isTimed(e));
  const early = judged.find((e) => BigInt(String(at(e, 'outcomeAtNs'))) + CLOCKS_APART_NS < known);
  if (early !== undefined) return violated('outcomeAtNs of after the document was written', put, early);
  return unseen;
}
