import { insisting } from '../../client/busy.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf } from '../../runner/judgement.ts';

const unavailable = (code: string) => ({ status: 503, code, retryable: false, thoughBusy: true }) as const;

export const unavailableSurfacesAreFinal = check({
  id: 'err/unavailable-surfaces-are-final',
  proves: ['ERR-12'],
  title: 'BALANCES_UNAVAILABLE, ALGOS_UNAVAILABLE and TICKETS_UNAVAILABLE are 503 with retryable false',
  needs: ['admin', 'control', 'destructive'],

  async drive({ admin, control, target }) {
    await control.deploy({ surfaces: { algos: false, balances: false, tickets: false } });
    await insisting(() => admin.get('/account-balances', { label: 'balances' }));
    await insisting(() => admin.get('/algos/instances', { label: 'algos' }));
    if (isAtLeast(target.rest, '0.14.0'))
      await insisting(async () => (await admin.mintTicket({ label: 'tickets' })).exchange);
  },

  judge(history) {
    const tickets = history.labelled('tickets').at(-1);
    return allOf(
      expects(history.last('balances'), unavailable('BALANCES_UNAVAILABLE')),
      expects(history.last('algos'), unavailable('ALGOS_UNAVAILABLE')),
      ...(tickets === undefined ? [] : [expects(tickets, unavailable('TICKETS_UNAVAILABLE'))]),
    );
  },
});
