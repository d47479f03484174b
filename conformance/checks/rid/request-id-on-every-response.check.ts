import type { Exchange } from '../../client/exchange.ts';
import { requestId } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';

function carriesARequestId(e: Exchange): Judgement {
  return requestId(e) ? pass : violated('X-Request-Id on the response', e);
}

export const requestIdOnEveryResponse = check({
  id: 'rid/request-id-on-every-response',
  proves: ['RID-01'],
  title: 'every response carries X-Request-Id: answers, refusals, 404, 405, 413 and the contract document',
  needs: ['trader'],
  // A member that reads the whole body before it judges its length answers nothing here: that is not this check's matter.
  unanswered: 'judged',

  async drive({ trader, anonymous }) {
    await trader.get('/me');
    await trader.get('/orders');
    await trader.get('/orders/1');
    await trader.get('/orders', { query: { nonsense: 1 } });
    await trader.get('/no-such-path');
    await trader.get('/openapi.json');
    await trader.request({ method: 'PATCH', path: '/orders' });
    await trader.request({ method: 'POST', path: '/orders', rawBody: '{', key: 'request-id-check' });
    await anonymous.get('/me');
    const oversize = 2 * 1024 * 1024;
    await trader.raw(
      [
        'POST /orders HTTP/1.1',
        'Host: <host>',
        'Authorization: Bearer <token>',
        'Idempotency-Key: request-id-check',
        'Content-Type: application/json',
        `Content-Length: ${oversize}`,
      ],
      { timeoutMs: 2_000 },
    );
  },

  judge: (history) => eachOf(history.answered, carriesARequestId),
});
