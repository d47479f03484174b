import type { Exchange } from '../../client/exchange.ts';
import { isOk, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, notExercised, pass, violated } from '../../runner/judgement.ts';
import { expiresAtNs, mintsNone } from '../../scenes/ticket-parts.ts';

function isWhole(e: Exchange): Judgement {
  if (mintsNone(e)) return notExercised('the member mints no tickets: 503 TICKETS_UNAVAILABLE');
  const served = expects(e, { status: 200 }, 'no Idempotency-Key is owed');
  if (served.verdict !== 'pass') return served;
  if (!textAt(e, 'ticket')) return violated('a ticket', e);
  if (expiresAtNs(e) === undefined) return violated('expiresAtNs, a decimal string', e);
  if (textAt(e, 'stream') !== 'trading') return violated('stream trading', e);
  const directives = (e.response?.headers ?? [])
    .filter(([name]) => name.toLowerCase() === 'cache-control')
    .flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/));
  return directives.includes('no-store') ? pass : violated('Cache-Control: no-store', e);
}

export const ticketIsMinted = check({
  id: 'tkt/ticket-is-minted',
  proves: ['TKT-01', 'TKT-02'],
  title: 'without a key each POST /v1/ws-tickets mints another ticket, with its expiry and stream, never to be stored',
  needs: ['trader', 'tickets'],

  async drive({ trader, freshKey }) {
    for (let i = 0; i < 3; i += 1) await trader.mintTicket({ label: 'minted' });
    const headers = { 'Idempotency-Key': freshKey() };
    for (let i = 0; i < 2; i += 1) await trader.mintTicket({ headers, label: 'under one key' });
  },

  judge(history) {
    const minted = history.labelled('minted');
    // A key is not owed; what a member makes of one is its own, but for a ticket that comes twice.
    const tickets = [...minted, ...history.labelled('under one key').filter(isOk)]
      .map((e) => textAt(e, 'ticket'))
      .filter((ticket) => ticket !== undefined);
    const isNew = new Set(tickets).size === tickets.length;
    return allOf(
      eachOf(minted, isWhole),
      isNew ? pass : violated('a new ticket for each call', ...history.labelled('under one key'), ...minted),
    );
  },
});
