import type { TargetFacts } from '../../client/target-facts.ts';
import { NOBODYS_KEY } from '../../contract/nobodys.ts';
import { harmless, REST_ROUTES } from '../../contract/routes.ts';
import { lacksItsSurface } from '../../rules/lacking.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';

/** What stands before the first id of any path: below each there is nothing of another name. */
const prefixesOf = (target: TargetFacts) => [
  ...new Set(harmless(REST_ROUTES, target).map(({ path }) => path.split('/{')[0] ?? path)),
];

export const unknownPath = check({
  id: 'err/unknown-path',
  proves: ['ERR-04'],
  title: 'an unknown path answers 404 ROUTE_NOT_FOUND before authentication, with and without a token',
  needs: ['trader'],

  async drive({ trader, anonymous, freshKey, target }) {
    const path = `/no-such-path-${freshKey()}`;
    await trader.get(path);
    await anonymous.get(path);
    await anonymous.get(`${path}/below`);
    await anonymous.get(path, { token: 'no-token-of-anyone' });
    await anonymous.request({ method: 'POST', path, body: {} });
    await trader.request({ method: 'DELETE', path });
    for (const prefix of prefixesOf(target)) {
      const below = `${prefix}/${NOBODYS_KEY}/no-such-${freshKey()}`;
      await trader.get(below);
      await anonymous.request({ method: 'POST', path: below, body: {} });
    }
  },

  judge: (history) =>
    eachOf(
      history.answered.filter((e) => !lacksItsSurface(e)),
      (e) => expects(e, { status: 404, code: 'ROUTE_NOT_FOUND' }),
    ),
});
