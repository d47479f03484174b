import { pathOf } from '../../client/exchange.ts';
import { pathTo, routesBelow, rowsOf } from '../../rules/id-positions.ts';
import { check } from '../../runner/check.ts';
import { askTwice, judgePairs } from './foreign-and-absent.ts';

export const foreignRowsReadAsAbsent = check({
  id: 'auth/foreign-rows-read-as-absent',
  proves: ['AUTH-16', 'ERR-09'],
  title: "on every read that names a row, another organisation's is answered as one that nobody holds",
  needs: ['admin', 'outsider'],

  async drive({ admin, outsider }) {
    for (const [reader, owner] of [
      [admin, outsider],
      [outsider, admin],
    ] as const) {
      for (const named of await rowsOf(owner)) {
        for (const route of routesBelow(named.path, ['row', 'page'])) {
          await askTwice({ ...named, pair: `${reader.name} ${route.path}` }, (id, label) =>
            reader.get(pathTo(route, id), { label }),
          );
        }
        if (named.path !== '/accounts') continue;
        await askTwice({ ...named, pair: `${reader.name} balances` }, (accountId, label) =>
          reader.get('/account-balances', { query: { accountId }, label }),
        );
      }
    }
  },

  // An account of nobody's has no balances; on a member without that surface neither has one of somebody's.
  judge: (history) =>
    judgePairs(history, (e) =>
      pathOf(e) === '/account-balances' ? { status: [200, 404, 503] } : { status: 404, code: 'NOT_FOUND' },
    ),
});
