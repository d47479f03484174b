import type { Exchange } from '../../client/exchange.ts';
import { at, errorCode, requestId, status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';

/** What is not owed yet, and what it is where it is there: a client reads it in no other way. */
const NOT_OWED = { requestId: 'string', retryable: 'boolean', message: 'string' } as const;

function readsAsARefusal(e: Exchange): Judgement {
  const code = status(e) ?? 0;
  if (code < 400 || code >= 500) return violated('a refusal of the request: 4xx', e);
  if (!errorCode(e)) return violated('a refusal that names its code, though it may lack requestId and retryable', e);
  const odd = Object.entries(NOT_OWED).find(
    ([name, type]) => ![type, 'undefined'].includes(typeof at(e, 'error', name)),
  );
  return odd === undefined ? pass : violated(`error.${odd[0]}, where it is there, a ${odd[1]}`, e);
}

/** The sandbox's own older members show the change: what is not owed is not there. */
function saysNoMore({ target }: History, e: Exchange): Judgement {
  if (!target.strict) return pass;
  const early = (['requestId', 'retryable'] as const).find((name) => at(e, 'error', name) !== undefined);
  if (early !== undefined) return violated(`a refusal without error.${early}, which came with 0.12.0`, e);
  return requestId(e) === undefined ? pass : violated('no X-Request-Id, which came with 0.12.0', e);
}

export const olderRefusalsMaySayLess = check({
  id: 'ver/older-refusals-may-say-less',
  proves: ['VER-08'],
  title: 'before 0.12.0 a refusal names its code, may lack requestId and retryable, and owes no X-Request-Id',
  needs: ['trader'],
  until: '0.12.0',
  deploys: [{ rest: '0.11.4' }, { rest: '0.1.0' }],

  async drive({ trader, anonymous, freshKey }) {
    const label = 'refused';
    await trader.get(`/operations/${freshKey()}`, { label });
    await trader.get('/orders/1', { label });
    await trader.request({ method: 'POST', path: '/orders', rawBody: '{', key: freshKey(), label });
    await anonymous.get('/me', { label });
  },

  judge: (history) => eachOf(history.labelled('refused'), (e) => allOf(readsAsARefusal(e), saysNoMore(history, e))),
});
