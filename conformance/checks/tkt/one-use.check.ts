/** A ticket at the handshake: it opens one session once; respelt, made up or expired it opens none. */
import type { Actor } from '../../member/actor.ts';
import { isBusy } from '../../member/exchange/busy.ts';
import { type Conversation, isOpened } from '../../member/exchange/conversation.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { isTurnedAway, unminted } from '../../scenes/ticket-parts.ts';

/** Other spellings of one ticket in a query string, which a lenient reader would accept, and tickets changed in one place. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** What follows `ticket=` in the query string. */
export function respeltTickets(ticket: string): readonly string[] {
  const encoded = [...ticket].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const last = ticket.at(-1) ?? '';
  const spare = DIGITS[DIGITS.indexOf(last) ^ 1] ?? last;
  return [
    `${encoded[0]}${ticket.slice(1)}`,
    encoded.join(''),
    `${ticket}=`,
    `${ticket}%3D%3D`,
    `${ticket.slice(0, -1)}${spare}`,
    `%20${ticket}`,
    `${ticket}%00`,
    `none&ticket=${ticket}`,
  ];
}

/** Tickets that differ from this one in one place, by what was done to each. */
export function tamperedTickets(ticket: string): Readonly<Record<string, string>> {
  const at = (place: number) => {
    const digit = DIGITS.indexOf(ticket[place] ?? '');
    const other = DIGITS[(digit + 32) % 64] ?? 'A';
    return `${ticket.slice(0, place)}${other}${ticket.slice(place + 1)}`;
  };
  return {
    'changed at its start': at(0),
    'changed in its middle': at(ticket.length >> 1),
    'changed in its last quarter': at(Math.floor(ticket.length * 0.8)),
    'cut short': ticket.slice(0, -4),
    longer: `${ticket}AAAA`,
    'turned round': [...ticket].reverse().join(''),
  };
}

const AT_ONCE = 10;

/** Over a slow line a ticket may have expired before its first use. */
const LIFE_MS = 10_000;

function isInTime(history: History, first: Conversation | undefined): boolean {
  const minted = history.of('POST /v1/ws-tickets').findLast(({ n }) => first !== undefined && n < first.n);
  return first !== undefined && minted !== undefined && first.answeredAtMs - minted.sentAtMs < LIFE_MS;
}

/** At most one of the tries opens; at least one, where a single member minted the ticket and saw it in time (A89, A90). */
function opensOnce(history: History, label: string): Judgement {
  const tries = history.conversationsLabelled(label);
  const opened = tries.filter(isOpened);
  if (opened.length > 1) return violated('a session opened by the first use of a ticket alone', opened);
  if (opened.length === 1) return pass;
  const first = tries[0];
  const isKnown = history.target.singleMember && !tries.some(isBusy) && isInTime(history, first);
  if (first === undefined || !isKnown) return inconclusive(`no try opened a session (${label})`);
  return violated('a session opened by the first use of its ticket', first);
}

/** A member may keep the rules for some users only. */
const OTHERS = ['viewer', 'approver', 'algoManager', 'deputy', 'outsider'] as const;
const AGAIN = 'one after another';
const AT_THE_SAME_TIME = 'at the same time';
const RESPELT = 'in another spelling';
const triesOf = (name: string): string => `${name}, ${AGAIN}`;

/** TKT-08. */
export const opensOneSessionOnce = check({
  id: 'tkt/opens-one-session-once',
  proves: ['TKT-08'],
  title: 'a ticket opens one session once: again, at the same time or in another spelling it is refused',
  needs: ['trader', 'tickets', 'trading-socket'],
  others: OTHERS,

  cases: { of: 'uses of a ticket', names: () => [AGAIN, AT_THE_SAME_TIME, RESPELT, ...OTHERS.map(triesOf)] },

  async drive({ trader, others, takes }) {
    const minted = async () => (await trader.mintTicket({ label: 'minted' })).ticket;
    const isRespelt = takes(RESPELT);
    const first = takes(AGAIN) || isRespelt ? await minted() : undefined;
    if (first !== undefined) {
      const open = await trader.openSocket('trading', { ticket: first, label: AGAIN });
      await trader.openSocket('trading', { ticket: first, label: AGAIN });
      for (const spelling of isRespelt ? respeltTickets(first) : []) {
        await trader.openSocket('trading', { token: null, query: `ticket=${spelling}`, label: AGAIN });
      }
      await open.close();
      await trader.openSocket('trading', { ticket: first, label: AGAIN });
    }
    const second = takes(AT_THE_SAME_TIME) ? await minted() : undefined;
    if (second !== undefined) {
      const open = () => trader.openSocket('trading', { ticket: second, label: AT_THE_SAME_TIME });
      await Promise.all(Array.from({ length: AT_ONCE }, open));
    }
    for (const other of others.filter(({ name }) => takes(triesOf(name)))) {
      const { ticket } = await other.mintTicket({ label: 'minted by another' });
      if (ticket === undefined) continue;
      for (const _ of [1, 2]) await other.openSocket('trading', { ticket, label: triesOf(other.name) });
    }
  },

  judge(history) {
    const tried = [AGAIN, AT_THE_SAME_TIME, ...OTHERS.map(triesOf)].filter(
      (label) => history.conversationsLabelled(label).length > 0,
    );
    return unminted(history.labelled('minted')) ?? allOf(tried.map((label) => opensOnce(history, label)));
  },
});

const MADE_UP = { 'made up': 'touchstone-made-up-ticket', 'of one letter': 'A', 'of dots': 'a.b.c' } as const;

const EMPTY = 'empty';
const wrongTickets = (ticket: string): Readonly<Record<string, string>> => ({ ...tamperedTickets(ticket), ...MADE_UP });

/** TKT-10. */
export const madeUpTicket = check({
  id: 'tkt/made-up-ticket',
  proves: ['TKT-10'],
  title: 'a tampered or made-up ticket is refused at the handshake',
  needs: ['trader', 'tickets', 'trading-socket'],
  cases: { of: 'tickets', names: () => [...Object.keys(wrongTickets('')), EMPTY] },

  async drive({ trader, takes }) {
    const { ticket } = await trader.mintTicket({ label: 'minted' });
    if (ticket === undefined) return;
    for (const [label, spelling] of Object.entries(wrongTickets(ticket))) {
      if (takes(label)) await trader.openSocket('trading', { ticket: spelling, label });
    }
    if (takes(EMPTY)) await trader.openSocket('trading', { token: null, query: 'ticket=', label: EMPTY });
    const { ticket: untouched } = await trader.mintTicket({ label: 'minted' });
    if (untouched !== undefined) await trader.openSocket('trading', { ticket: untouched, label: 'untouched' });
  },

  judge(history) {
    const unknown = unminted(history.labelled('minted'));
    if (unknown !== undefined) return unknown;
    const wrong = history.conversations.filter(({ label }) => label !== 'untouched');
    const isRight = isOpened(history.conversation('untouched'));
    return allOf(
      eachOf(wrong, (c) => isTurnedAway(c, `its ticket is ${c.label}`)),
      isRight ? pass : inconclusive('an untouched ticket opened no session either'),
    );
  },
});

/** Ten seconds from minting, and as much more as the clocks of two members may differ by, or a single one's rounds. */
const PAST_MS = { several: LIFE_MS + 5_000, single: LIFE_MS + 1_000 };

/** TKT-09. */
export const expiredTicket = check({
  id: 'tkt/expired-ticket',
  proves: ['TKT-09'],
  title: 'an expired ticket is refused at the handshake',
  needs: ['trader', 'tickets', 'trading-socket'],
  others: OTHERS,
  cases: { of: 'users', names: () => ['trader', ...OTHERS] },

  waits: { ms: PAST_MS.several, for: 'a ticket to end', forecastMs: ({ members }) => PAST_MS[members ?? 'several'] },

  async drive({ trader, others, elapse, takes, target }) {
    const { ticket: fresh } = await trader.mintTicket({ label: 'minted' });
    if (fresh !== undefined) {
      const socket = await trader.openSocket('trading', { ticket: fresh, label: 'fresh' });
      await socket.close();
    }
    const late: { readonly actor: Actor; readonly ticket: string | undefined }[] = [];
    for (const actor of [trader, ...others].filter(({ name }) => takes(name))) {
      const label = actor === trader ? 'minted' : 'minted by another';
      late.push({ actor, ticket: (await actor.mintTicket({ label })).ticket });
    }
    await elapse(target.singleMember ? PAST_MS.single : PAST_MS.several);
    for (const { actor, ticket } of late) {
      if (ticket !== undefined) await actor.openSocket('trading', { ticket, label: 'expired' });
    }
  },

  judge(history) {
    const unknown = unminted(history.labelled('minted'));
    if (unknown !== undefined) return unknown;
    return allOf(
      eachOf(history.conversationsLabelled('expired'), (one) => isTurnedAway(one, 'its ticket has expired')),
      isOpened(history.conversation('fresh')) ? pass : inconclusive('a fresh ticket opened no session either'),
    );
  },
});
