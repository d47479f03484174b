import { insisting, lastOfEach } from '../../client/busy.ts';
import { ALGO_ROUTES, pathOf } from '../../contract/routes.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf } from '../../runner/judgement.ts';

/** No row of anyone's, and no key of a write: nothing is asked of a member that lacks the surface. */
const IDS = { id: 1, seq: 1 };

const missing = { status: 503, position: 'absent', retryable: false, thoughBusy: true } as const;

export const missingSurface = check({
  id: 'err/missing-surface',
  proves: ['ERR-19', 'ERR-20'],
  title:
    'a member without algos or balances answers each of their routes 503 after admission, without a position, retryable false',
  needs: ['admin', 'control', 'destructive'],

  async drive({ admin, anonymous, control, freshKey, target }) {
    await control.deploy({ surfaces: { algos: false, balances: false } });
    const routes = isAtLeast(target.rest, '0.11.0') ? ALGO_ROUTES : [];
    for (const route of routes) {
      const asked = { method: route.method, path: pathOf(route, IDS) };
      const write = route.kind === 'write' ? { key: freshKey(), body: {} } : {};
      await insisting(() => admin.request({ ...asked, ...write, label: 'algos' }));
    }
    await insisting(() => admin.get('/account-balances', { label: 'balances' }));
    if (routes.length > 0) await anonymous.get('/algos/instances', { label: 'nobody' });
    await anonymous.get('/account-balances', { label: 'nobody' });
  },

  judge: (history) =>
    allOf(
      ...lastOfEach(history.labelled('algos')).map((e) => expects(e, { ...missing, code: 'ALGOS_UNAVAILABLE' })),
      expects(history.last('balances'), { ...missing, code: 'BALANCES_UNAVAILABLE' }),
      eachOf(history.labelled('nobody'), (e) => expects(e, { status: 401 }, 'admission is answered first')),
    ),
});
