import { check } from '../../runner/check.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import { TICKET_ROUTE } from '../../scenes/ticket-parts.ts';

const ORIGIN = { Origin: 'https://elsewhere.example' };
const PREFLIGHT = {
  ...ORIGIN,
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization,content-type',
};

export const noCors = check({
  id: 'tkt/no-cors',
  proves: ['TKT-12'],
  title: 'CORS is not served on the ticket route',
  needs: ['trader', 'tickets'],

  async drive({ trader, anonymous }) {
    await trader.mintTicket({ headers: ORIGIN });
    await anonymous.request({ method: 'OPTIONS', path: TICKET_ROUTE, headers: PREFLIGHT });
    await trader.request({ method: 'OPTIONS', path: TICKET_ROUTE, headers: PREFLIGHT });
  },

  judge: (history) =>
    eachOf(history.answered, (e) => {
      const served = e.response?.headers.find(([name]) => name.toLowerCase().startsWith('access-control-allow-'));
      return served === undefined ? pass : violated('no Access-Control-Allow-* header', e);
    }),
});
