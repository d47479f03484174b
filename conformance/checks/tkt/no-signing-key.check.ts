import { insisting } from '../../client/busy.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf } from '../../runner/judgement.ts';

export const noSigningKey = check({
  id: 'tkt/no-signing-key',
  proves: ['TKT-07'],
  title: 'a member without a ticket signing key answers 503 TICKETS_UNAVAILABLE after admission, retryable false',
  needs: ['trader', 'tickets', 'control', 'destructive'],

  async drive({ trader, anonymous, control }) {
    await control.deploy({ surfaces: { tickets: false } });
    await insisting(async () => (await trader.mintTicket({ label: 'no key' })).exchange);
    await anonymous.mintTicket({ label: 'nobody' });
  },

  judge: (history) =>
    allOf(
      expects(history.last('no key'), {
        status: 503,
        code: 'TICKETS_UNAVAILABLE',
        retryable: false,
        position: 'absent',
        thoughBusy: true,
      }),
      expects(history.one('nobody'), { status: 401 }, 'admission is answered first'),
    ),
});
