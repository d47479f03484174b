import type { Exchange } from '../../client/exchange.ts';
import { errorCode, status } from '../../client/exchange.ts';
import { pathOf, REST_ROUTES } from '../../contract/routes.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';

/** No row of anyone's. */
const UNHELD = { id: 1, seq: 1 };

function isPlain404(e: Exchange): Judgement {
  const isPlain = status(e) === 404 && errorCode(e) === undefined;
  return isPlain ? pass : violated('404, plain and without envelope: the route is newer than the member', e);
}

export const olderThanTheRoute = check({
  id: 'ver/older-than-the-route',
  proves: ['VER-02'],
  title: 'a member older than a route answers 404 there, plain and without envelope before 0.12.0',
  needs: ['trader'],
  until: '0.14.0',
  deploys: [{ rest: '0.13.0' }, { rest: '0.12.0' }, { rest: '0.11.4' }, { rest: '0.10.0' }, { rest: '0.2.1' }],

  async drive({ trader, target, freshKey }) {
    for (const route of REST_ROUTES.filter(({ since }) => !isAtLeast(target.rest, since))) {
      const path = pathOf(route, { ...UNHELD, key: freshKey() });
      // No member that had the route would take it: no row comes of it.
      const write =
        route.kind === 'write' ? { key: freshKey(), body: {} } : route.kind === 'ticket' ? { body: {} } : {};
      await trader.request({ method: route.method, path, label: 'newer', ...write });
    }
  },

  judge: (history) =>
    eachOf(history.labelled('newer'), (e) =>
      history.since('0.12.0') ? expects(e, { status: 404, code: 'ROUTE_NOT_FOUND' }) : isPlain404(e),
    ),
});
