import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { at, header } from '../../target/exchange.ts';
import { REFUSAL_NEEDS, refusalsOf, sweepRefusals } from './refusal-sweep.ts';

const JSON_TYPE = /^application\/(json|[\w.-]+\+json)\s*(;|$)/i;

/** The type of each member; a further member is a newer version's (VER-05). */
const MEMBERS = { code: 'string', message: 'string', requestId: 'string', retryable: 'boolean' } as const;

function hasTheEnvelope(e: Exchange): Judgement {
  if (!JSON_TYPE.test(header(e, 'content-type') ?? '')) return violated('a refusal whose Content-Type is JSON', e);
  const wrong = Object.entries(MEMBERS).find(([name, type]) => typeof at(e, 'error', name) !== type);
  if (wrong !== undefined) {
    return violated(`{error:{code,message,requestId,retryable}}, error.${wrong[0]} a ${wrong[1]}`, e);
  }
  return at(e, 'error', 'code') === '' ? violated('a refusal that names its code', e) : pass;
}

export const refusalEnvelope = check({
  id: 'err/refusal-envelope',
  proves: ['ERR-01'],
  title: 'every refusal is {error:{code,message,requestId,retryable}} in JSON',
  needs: REFUSAL_NEEDS,
  drive: sweepRefusals,
  judge: (history) => eachOf(refusalsOf(history), hasTheEnvelope),
});
