/** What holds of every refusal, whatever it refuses: one judgement a requirement. */

import type { Exchange } from '../client/exchange.ts';
import { at, header, requestId, status, textAt } from '../client/exchange.ts';
import { owesAsOf } from '../client/owed.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import { allOf, blaming, pass, violated } from '../runner/judgement.ts';
import { isRetryableByTheRules } from './retryable-by-the-rules.ts';

const JSON_TYPE = /^application\/(json|[\w.-]+\+json)\s*(;|$)/i;

/** The type of each member; a further member is a newer version's (VER-05). */
const MEMBERS = { code: 'string', message: 'string', requestId: 'string', retryable: 'boolean' } as const;

export function hasTheEnvelope(e: Exchange): Judgement {
  if (!JSON_TYPE.test(header(e, 'content-type') ?? '')) return violated('a refusal whose Content-Type is JSON', e);
  const wrong = Object.entries(MEMBERS).find(([name, type]) => typeof at(e, 'error', name) !== type);
  if (wrong !== undefined) {
    return violated(`{error:{code,message,requestId,retryable}}, error.${wrong[0]} a ${wrong[1]}`, e);
  }
  return at(e, 'error', 'code') === '' ? violated('a refusal that names its code', e) : pass;
}

export function namesItsRequest(e: Exchange): Judgement {
  const named = textAt(e, 'error', 'requestId');
  return named !== undefined && named === requestId(e)
    ? pass
    : violated("error.requestId equal to the response's X-Request-Id", e);
}

export function hasAMessage(e: Exchange): Judgement {
  return textAt(e, 'error', 'message') ? pass : violated('error.message, a non-empty string', e);
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

/** What `keepsTheRules` proves; each id is a row above (err/rules-of-refusals.check.test.ts). */
export const RULED = ['RID-01', 'ERR-01', 'ERR-02', 'ERR-03', 'ERR-11'] as const;

/** Judges by all of them, each claim apart. */
export function keepsTheRules(e: Exchange): Judgement {
  return allOf(...RULES.filter(([id]) => owesAsOf(e, id)).map(([id, judge]) => blaming(judge(e), id)));
}

/** What a web server answers before the gateway reads the request carries no envelope (decision A18). */
const OF_THE_WEB_SERVER = [408, 431];

/** All that was refused and has an envelope. */
export function refusalsOf(history: History): readonly Exchange[] {
  return history.answered.filter((e) => (status(e) ?? 0) >= 400 && !OF_THE_WEB_SERVER.includes(status(e) ?? 0));
}
