import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';

export const unknownPath = check({
  id: 'err/unknown-path',
  proves: ['ERR-04'],
  title: 'an unknown path answers 404 ROUTE_NOT_FOUND before authentication, with and without a token',
  needs: ['trader'],

  async drive({ trader, anonymous, freshKey }) {
    const path = `/no-such-path-${freshKey()}`;
    await trader.get(path);
    await anonymous.get(path);
    await anonymous.get(`${path}/below`);
    await anonymous.get(path, { token: 'no-token-of-anyone' });
    await anonymous.request({ method: 'POST', path, body: {} });
    await trader.request({ method: 'DELETE', path });
  },

  judge: (history) => eachOf(history.answered, (e) => expects(e, { status: 404, code: 'ROUTE_NOT_FOUND' })),
});
