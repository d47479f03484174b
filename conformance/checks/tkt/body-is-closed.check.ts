import { isOk } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, violated } from '../../runner/judgement.ts';
import { mintsNone, TICKET_ROUTE } from '../../scenes/ticket-parts.ts';

/** Each wrong in one way. */
const BODIES = {
  'another stream': { stream: 'marketData' },
  'another spelling': { stream: 'Trading' },
  'a list of streams': { stream: ['trading'] },
  'no stream by value': { stream: null },
  'a stream of another type': { stream: 1 },
  'no stream': {},
  'another field': { stream: 'trading', userId: 1 },
  'a list': [{ stream: 'trading' }],
  'a string': 'trading',
  nothing: null,
} as const;

const UNREADABLE = { 'no JSON': '{"stream":"trading"', 'no body': '' } as const;

export const bodyIsClosed = check({
  id: 'tkt/body-is-closed',
  proves: ['TKT-03'],
  title: 'a stream other than trading, and any other field or shape, is refused 400 MALFORMED_REQUEST',
  needs: ['trader', 'tickets'],

  async drive({ trader }) {
    await trader.mintTicket({ label: 'well formed' });
    for (const [label, body] of Object.entries(BODIES)) await trader.mintTicket({ body, label });
    for (const [label, rawBody] of Object.entries(UNREADABLE)) {
      await trader.request({ method: 'POST', path: TICKET_ROUTE, rawBody, label });
    }
  },

  judge(history) {
    if (!isOk(history.one('well formed'))) return inconclusive('the well-formed request was refused too');
    const labels = [...Object.keys(BODIES), ...Object.keys(UNREADABLE)];
    return eachOf(labels, (label) => {
      const e = history.one(label);
      if (mintsNone(e)) return inconclusive('one of the members mints no tickets');
      return allOf(
        expects(e, { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' }, label),
        ...(e.response?.body.includes('<ticket') ? [violated('no ticket in a refusal', e)] : []),
      );
    });
  },
});
