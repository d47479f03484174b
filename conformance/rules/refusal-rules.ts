/** Rules for every refusal, whatever the request: one judgement for each requirement. */

import { publishedStatus } from '../contract/refusals.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { at, errorCode, header, requestId, status, textAt } from '../member/exchange/exchange.ts';
import { isJsonType } from '../member/exchange/media-type.ts';
import { owesAsOf } from '../member/exchange/owed.ts';
import { hasRetryAfter } from '../member/exchange/retry-after.ts';
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import { allOf, blaming, pass, unseen, violated } from '../runner/judgement.ts';
import { isRetryableByTheRules } from './retryable-by-the-rules.ts';

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

function carriesARequestId(e: Exchange): Judgement {
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
