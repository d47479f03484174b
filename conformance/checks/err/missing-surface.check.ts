import { ALGO_ROUTES, pathOf } from '../../contract/routes.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf } from '../../runner/judgement.ts';
import { insisting, lastOfEach } from '../../target/busy.ts';

/** No row of anyone's, and no key of a write: nothing is asked of a member that lacks the surface. */
const IDS = { id: 1, seq: 1 };

export const missingSurface = check({
  id: 'err/missing-surface',
  proves: ['ERR-19', 'ERR-20'],
  title:
    'a member without algos or balances answers each of their routes 503 after admission, without a position, retryable false',
  needs: ['admin', 'control', 'destructive'],

  async drive({ admin, anonymous, control, freshKey }) {
    await control.deploy({ surfaces: { algos: false, balances: false } });
    for (const route of ALGO_ROUTES) {
      const asked = { method: route.method, path: pathOf(route, IDS) };
      const write = route.kind === 'write' ? { key: freshKey(), body: {} } : {};
      await insisting(() => admin.request({ ...asked, ...write, label: 'algos' }));
    }
    await insisting(() => admin.get('/account-balances', { label: 'balances' }));
    await anonymous.get('/algos/instances', { label: 'nobody' });
    await anonymous.get('/account-balances', { label: 'nobody' });
  },

  judge: (history) =>
    allOf(
      eachOf(lastOfEach(history.labelled('algos')), (e) =>
        expects(e, {
          status: 503,
          code: 'ALGOS_UNAVAILABLE',
          position: 'absent',
          thoughBusy: true,
          ...(history.since('0.12.0') ? { retryable: false } : {}),
        }),
      ),
      expects(history.last('balances'), {
        status: 503,
        code: 'BALANCES_UNAVAILABLE',
        position: 'absent',
        thoughBusy: true,
        ...(history.since('0.12.0') ? { retryable: false } : {}),
      }),
      eachOf(history.labelled('nobody'), (e) => expects(e, { status: 401 }, 'admission is answered first')),
    ),
});
