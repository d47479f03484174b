import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import { status } from '../../target/exchange.ts';

/** Past 1 MB and not past it, whichever of the two meanings 1 MB has (decision A63). */
const OVER = 2 * 1024 * 1024;
const UNDER = 900_000;

/** A head that announces the body and sends none of it: the answer is owed to the length alone. */
function announcing(line: string, key: string): readonly string[] {
  return [
    `${line} HTTP/1.1`,
    'Host: <host>',
    'Authorization: Bearer <token>',
    `Idempotency-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${OVER}`,
  ];
}

export const oversizeBody = check({
  id: 'err/oversize-body',
  proves: ['ERR-06'],
  title: 'a Content-Length over 1 MB answers 413 PAYLOAD_TOO_LARGE on any route; a body under it passes the gate',
  needs: ['trader'],

  async drive({ trader, freshKey }) {
    for (const line of ['POST /orders', 'POST /orders/1/cancel', 'GET /orders', 'GET /me']) {
      await trader.raw(announcing(line, freshKey()), { label: 'over' });
    }
    await trader.request({
      method: 'POST',
      path: '/orders',
      rawBody: `{"nonsense":1${' '.repeat(UNDER - 14)}}`,
      key: freshKey(),
      label: 'under',
    });
  },

  judge(history) {
    const under = history.one('under');
    return allOf(
      eachOf(history.labelled('over'), (e) => expects(e, { status: 413, code: 'PAYLOAD_TOO_LARGE' })),
      status(under) === 413 ? violated('a body of 900,000 bytes let past the size gate', under) : pass,
    );
  },
});
