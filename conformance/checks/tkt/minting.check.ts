/** The route that mints tickets: what it answers, what it refuses, and what a ticket must not reveal. */
import { insisting } from '../../member/exchange/busy.ts';
import { type Exchange, isOk, textAt } from '../../member/exchange/exchange.ts';
import { besideServed } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import {
  allOf,
  blaming,
  eachOf,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { claimsOf, expiresAtNs, mintsNone, TICKET_ROUTE, unminted } from '../../scenes/ticket-parts.ts';
import { isUnreserved, readableIn, staysUnchanged } from './readable-in-ticket.ts';

function isWhole(e: Exchange): Judgement {
  if (mintsNone(e)) return notExercised('the member mints no tickets: 503 TICKETS_UNAVAILABLE');
  const served = expects(e, { status: 200 }, 'no Idempotency-Key is owed');
  if (served.verdict !== 'pass') return served;
  if (!textAt(e, 'ticket')) return violated('a ticket', e);
  if (expiresAtNs(e) === undefined) return violated('expiresAtNs, a decimal string', e);
  if (textAt(e, 'stream') !== 'trading') return violated('stream trading', e);
  const directives = (e.response?.headers ?? [])
    .filter(([name]) => name.toLowerCase() === 'cache-control')
    .flatMap(([, value]) =>
      value
        .toLowerCase()
        .split(',')
        .map((one) => one.trim()),
    );
  return directives.includes('no-store') ? pass : violated('Cache-Control: no-store', e);
}

/** TKT-01 and TKT-02. */
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
    // No key is required; a member may treat one as it likes, but never mint the same ticket twice.
    const tickets = [...minted, ...history.labelled('under one key').filter(isOk)]
      .map((e) => textAt(e, 'ticket'))
      .filter((ticket) => ticket !== undefined);
    const isNew = new Set(tickets).size === tickets.length;
    return allOf(
      // None at all is no other ticket either.
      eachOf(minted, (e) => (isOk(e) ? blaming(isWhole(e), 'TKT-01') : blaming(isWhole(e), 'TKT-01', 'TKT-02'))),
      blaming(
        isNew
          ? tickets.length > 1
            ? pass
            : unseen
          : violated('a new ticket for each call', history.labelled('under one key'), minted),
        'TKT-02',
      ),
    );
  },
});

/** One fault each. */
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

const WRONG_BODIES = [...Object.keys(BODIES), ...Object.keys(UNREADABLE)];

/** TKT-03. */
export const bodyIsClosed = check({
  id: 'tkt/body-is-closed',
  proves: ['TKT-03'],
  title: 'a stream other than trading, and any other field or shape, is refused 400 MALFORMED_REQUEST',
  needs: ['trader', 'tickets'],

  cases: { of: 'bodies', names: () => WRONG_BODIES },

  async drive({ trader, takes }) {
    await trader.mintTicket({ label: 'well formed' });
    for (const [label, body] of Object.entries(BODIES)) if (takes(label)) await trader.mintTicket({ body, label });
    for (const [label, rawBody] of Object.entries(UNREADABLE)) {
      if (takes(label)) await trader.request({ method: 'POST', path: TICKET_ROUTE, rawBody, label });
    }
  },

  judge(history) {
    if (!isOk(history.one('well formed'))) return inconclusive('the well-formed request was refused too');
    const sent = WRONG_BODIES.flatMap((label) => history.labelled(label).map((e) => ({ label, e })));
    return eachOf(sent, ({ label, e }) => {
      if (mintsNone(e)) return inconclusive('one of the members mints no tickets');
      return allOf(
        expects(e, { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' }, label),
        e.response?.body.includes('<ticket') ? [violated('no ticket in a refusal', e)] : [],
      );
    });
  },
});

/** TKT-11. A record never contains a ticket, so `drive` notes what can be read in it. */
export const ticketIsOpaque = check({
  id: 'tkt/ticket-is-opaque',
  proves: ['TKT-11'],
  title: 'a ticket is URL-safe and opaque: no user, organisation or token can be read in it',
  needs: ['trader', 'tickets'],

  async drive({ trader, target, note }) {
    const token = await trader.token();
    const { ticket } = await trader.mintTicket({ label: 'minted' });
    if (ticket === undefined) return;
    note('URL-safe', target.strict ? isUnreserved(ticket) : staysUnchanged(ticket));
    note('readable', readableIn(ticket, claimsOf(token), token));
  },

  judge(history) {
    const minted = history.one('minted');
    const unknown = unminted(minted);
    if (unknown !== undefined) return unknown;
    const readable = history.noted('readable')?.value as readonly string[];
    return allOf(
      history.noted('URL-safe')?.value === true
        ? pass
        : violated('a ticket of characters that stand in a URL as they are', minted),
      readable.length === 0
        ? pass
        : violated(`a ticket in which nothing is read; ${readable.join(' and ')} is`, minted),
    );
  },
});

const ORIGIN = { Origin: 'https://elsewhere.example' };
const PREFLIGHT = {
  ...ORIGIN,
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization,content-type',
};

/** TKT-12. */
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

  judge: (history) => {
    const judged = eachOf(history.answered, (e) => {
      const served = e.response?.headers.find(([name]) => name.toLowerCase().startsWith('access-control-allow-'));
      return served === undefined ? pass : violated('no Access-Control-Allow-* header', e);
    });
    return besideServed(judged, history.writes, 'a ticket');
  },
});

/** TKT-07. */
export const noSigningKey = check({
  id: 'tkt/no-signing-key',
  proves: ['TKT-07'],
  title: 'a member without a ticket signing key answers 503 TICKETS_UNAVAILABLE after admission, retryable false',
  needs: ['trader', 'tickets', 'dropSurfaces', 'destructive'],

  async drive({ trader, anonymous, operator }) {
    const members = await operator.begin('dropSurfaces');
    await members.meet(() => insisting(async () => (await trader.mintTicket({ label: 'no key' })).exchange));
    await anonymous.mintTicket({ label: 'anonymous' });
    await members.end();
    await members.afterwards(async () => (await trader.mintTicket({ label: 'back' })).exchange);
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
      expects(history.one('anonymous'), { status: 401 }, 'admission is answered first'),
    ),
});

/** TKT-13. */
export const olderMembersHaveNone = check({
  id: 'tkt/older-members-have-none',
  proves: ['TKT-13'],
  title: 'on a member older than 0.14.0 the ticket route is not there: 404',
  needs: ['trader'],
  until: '0.14.0',
  deploys: [{ rest: '0.13.0' }],

  async drive({ trader }) {
    await trader.mintTicket({ label: 'asked' });
  },

  judge: (history) => expects(history.one('asked'), { status: 404 }),
});
