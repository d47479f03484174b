/** Rules for every refusal, whatever the request: one judgement for each requirement. */
import { publishedRetryable, publishedStatus } from '../contract/refusals.ts';
import type { RequirementId } from '../contract/requirements.ts';
import {
  at,
  type Exchange,
  errorCode,
  header,
  isFactual,
  isOk,
  requestId,
  retryable,
  status,
  textAt,
} from '../member/exchange/exchange.ts';
import { isJsonType } from '../member/exchange/media-type.ts';
import { owesAsOf } from '../member/exchange/owed.ts';
import { hasRetryAfter } from '../member/exchange/retry-after.ts';
import { isReused, replays } from '../member/exchange/same-answer.ts';
import { sameRefusal } from '../member/exchange/same-refusal.ts';
import { type Expectation, expects } from '../runner/expectation.ts';
import type { History } from '../runner/history.ts';
import { allOf, blaming, differs, type Judgement, notExercised, pass, unseen, violated } from '../runner/judgement.ts';

/** The type of each property. Further properties may come from a newer version (VER-05). */
const MEMBERS = { code: 'string', message: 'string', requestId: 'string', retryable: 'boolean' } as const;

/** ERR-01: the error envelope in a JSON response. */
export function hasTheEnvelope(e: Exchange): Judgement {
  if (!isJsonType(header(e, 'content-type'))) return violated('a refusal whose Content-Type is JSON', e);
  const wrong = Object.entries(MEMBERS).find(([name, type]) => typeof at(e, 'error', name) !== type);
  if (wrong !== undefined) {
    return violated(`{error:{code,message,requestId,retryable}}, error.${wrong[0]} a ${wrong[1]}`, e);
  }
  return at(e, 'error', 'code') === '' ? violated('a refusal that names its code', e) : pass;
}

/** ERR-02: error.requestId equals the X-Request-Id header. */
export function namesItsRequest(e: Exchange): Judgement {
  const named = textAt(e, 'error', 'requestId');
  return named !== undefined && named === requestId(e)
    ? pass
    : violated("error.requestId equal to the response's X-Request-Id", e);
}

/** ERR-03: error.message is not empty. */
export function hasAMessage(e: Exchange): Judgement {
  return textAt(e, 'error', 'message') ? pass : violated('error.message, a non-empty string', e);
}

/** The status that the interface publishes for the code. Unseen for other codes: they may come from a newer member (VER-05). */
export function hasItsPublishedStatus(e: Exchange): Judgement {
  const code = errorCode(e) ?? '';
  const published = publishedStatus(code);
  if (published === undefined) return unseen;
  return published === status(e) ? pass : violated(`${published} for ${code}`, e);
}

/** ERR-10, for a 429 or a 503. */
export function statesWhenToRetry(e: Exchange): Judgement {
  return hasRetryAfter(e) ? pass : violated('Retry-After on a 429 and on a 503, in seconds or as a date', e);
}

/** RID-01. */
export function carriesARequestId(e: Exchange): Judgement {
  return requestId(e) ? pass : violated('X-Request-Id on the response', e);
}

const RULES = [
  ['RID-01', carriesARequestId],
  ['ERR-01', hasTheEnvelope],
  ['ERR-02', namesItsRequest],
  ['ERR-03', hasAMessage],
  ['ERR-11', isRetryableByTheRules],
] as const satisfies readonly (readonly [RequirementId, (e: Exchange) => Judgement])[];

/** The requirements that `keepsTheRules` proves. Each is a row above (err/rules-of-refusals.check.test.ts). */
export const RULED = ['RID-01', 'ERR-01', 'ERR-02', 'ERR-03', 'ERR-11'] as const;

/** Judges a refusal by all rules that its contract version has, each with its own requirement id. */
export function keepsTheRules(e: Exchange): Judgement {
  return allOf(RULES.filter(([id]) => owesAsOf(e, id)).map(([id, judge]) => blaming(judge(e), id)));
}

/** A web server's responses to requests that it does not pass on; they carry no envelope (decision A18). */
const OF_THE_WEB_SERVER = [408, 431];

/** All refusals of a history that must have the envelope. */
export function refusalsOf(history: History): readonly Exchange[] {
  return history.answered.filter((e) => (status(e) ?? 0) >= 400 && !OF_THE_WEB_SERVER.includes(status(e) ?? 0));
}

/**
 * error.retryable has the value that the rules give for this status and code; unseen where the value depends on the
 * deployment.
 */
export function isRetryableByTheRules(e: Exchange): Judgement {
  const refused = { status: status(e) ?? 0, code: errorCode(e) ?? '', factual: isFactual(e) };
  const published = publishedRetryable(refused);
  if (published === undefined) return unseen;
  if (retryable(e) === published) return pass;
  return violated(`error.retryable ${published} for ${refused.status} ${refused.code}`, e);
}

/** IDEM-04: a retry of the key is answered with the recorded refusal. */
export function replaysTheRefusal(refused: Exchange, retried: Exchange): Judgement {
  return replays(retried, refused) ? pass : differs('the recorded refusal, replayed', refused, retried);
}

/**
 * IDEM-08: the key is spent for another request too, which gets the recorded answer. A deployed member may refuse that
 * request as one with a reused key (decision A21).
 */
export function isSpentFor(history: History, first: Exchange, other: Exchange): boolean {
  return replays(other, first) || (!history.target.strict && isReused(other, first));
}

/**
 * The owner refused the request as expected, and the key replays the refusal. If the refusal is another one, the replay
 * is not judged.
 */
export function isRecordedRefusal(
  refused: Exchange,
  again: Exchange,
  expected: Pick<Expectation, 'status' | 'code'>,
  why?: string,
): Judgement {
  const judged = expects(refused, { ...expected, position: 'present', asOf: 'absent' }, why);
  if (judged.verdict !== 'pass') return judged;
  return replaysTheRefusal(refused, again);
}

const LACKING = new Set(['ALGOS_UNAVAILABLE', 'BALANCES_UNAVAILABLE', 'TICKETS_UNAVAILABLE', 'INTAKE_UNAVAILABLE']);

/**
 * Whether the member is deployed without the route's surface (ERR-19, ERR-20, TKT-07, no intake). That is no defect, so
 * nothing more of the route is judged.
 */
export function lacksItsSurface(e: Exchange): boolean {
  return status(e) === 503 && LACKING.has(errorCode(e) ?? '');
}

/**
 * The judgement of refusals where one of these like requests was served; otherwise not exercised, for a member that
 * refuses every such request shows nothing.
 * @param what the like request, in words: `GET /orders without it`.
 */
export function besideServed(judgement: Judgement, likes: readonly Exchange[], what: string): Judgement {
  if (judgement.verdict !== 'pass' || likes.some((e) => isOk(e) || isFactual(e))) return judgement;
  return notExercised(`${what} was not served either: the refusals may have another cause`);
}

/**
 * AUTH-16, ERR-09: two refusals are equal but for the id that each request names, so neither shows whether the row exists.
 * @param namedIn the id that a request names.
 * @param what the row of the first request, in words.
 */
export function refusedAlike(
  absent: Exchange,
  foreign: Exchange,
  namedIn: (e: Exchange) => string,
  what = 'a row that does not exist',
): Judgement {
  return sameRefusal(absent, foreign, namedIn) ? pass : differs(`the same answer as for ${what}`, absent, foreign);
}
