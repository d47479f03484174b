import { lastOfEach } from '../../client/busy.ts';
import { type Exchange, status } from '../../client/exchange.ts';
import { harmless, REST_ROUTES } from '../../contract/routes.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { lacksItsSurface } from '../../rules/lacking.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import { absentPath } from '../../scenes/sample-write.ts';

/** Past 1 MB and not past it, whichever of the two meanings 1 MB has (decision A63). */
const OVER = 2 * 1024 * 1024;
const UNDER = 900_000;

/** Each is a connection of its own. */
const AT_ONCE = 8;

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

/** An answer may be lost in the end of its connection, which carries nothing behind it: asked once more. */
async function answered(ask: () => Promise<Exchange>): Promise<void> {
  const first = await ask();
  if (first.failure !== null) await ask();
}

export const oversizeBody = check({
  id: 'err/oversize-body',
  proves: ['ERR-06'],
  title: 'a Content-Length over 1 MB answers 413 PAYLOAD_TOO_LARGE on every route; a body under it passes the gate',
  needs: ['trader'],

  async drive({ trader, target, freshKey }) {
    const routes = harmless(REST_ROUTES, target).filter(({ since }) => isAtLeast(target.rest, since));
    for (let from = 0; from < routes.length; from += AT_ONCE) {
      const some = routes.slice(from, from + AT_ONCE).map((route) => {
        const key = freshKey();
        const line = `${route.method} ${absentPath(route).replace('{key}', key)}`;
        return answered(() => trader.raw(announcing(line, key), { label: 'over' }));
      });
      await Promise.all(some);
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
      eachOf(
        lastOfEach(history.labelled('over')).filter((e) => !lacksItsSurface(e)),
        (e) => expects(e, { status: 413, code: 'PAYLOAD_TOO_LARGE' }),
      ),
      status(under) === 413 ? violated('a body of 900,000 bytes let past the size gate', under) : pass,
    );
  },
});
