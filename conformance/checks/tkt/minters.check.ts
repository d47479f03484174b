/** A session by ticket is of the user who minted it: users mint a ticket each and open their sessions in the reverse order. */
import type { Actor } from '../../member/actor.ts';
import type { Conversation } from '../../member/exchange/conversation.ts';
import { frameAt, grantOf, showing } from '../../member/exchange/conversation.ts';
import { at } from '../../member/exchange/exchange.ts';
import type { OpenSocket } from '../../member/sending/open-socket.ts';
import { answerTo, greeted, greetingOf, unopened } from '../../rules/frame-rules.ts';
import { capabilitiesOf } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  eachOf,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { submitOn, unserved } from '../../scenes/order-op.ts';
import { unminted } from '../../scenes/ticket-parts.ts';

interface Crossed {
  readonly actor: Actor;
  readonly socket: OpenSocket;
}

/** The label of the conversation of a user. */
const sessionOf = (name: string): string => `session of ${name}`;

/**
 * The one who minted last opens first. The tickets of the first two are labelled `minted`; undefined: one of them was not
 * minted. Others may be minted none.
 */
async function crossedSessions(
  first: Actor,
  second: Actor,
  others: readonly Actor[] = [],
): Promise<readonly Crossed[] | undefined> {
  const tickets: { readonly actor: Actor; readonly ticket: string }[] = [];
  for (const actor of [first, second, ...others]) {
    const { ticket } = await actor.mintTicket({ label: others.includes(actor) ? 'minted by another' : 'minted' });
    if (ticket !== undefined) tickets.push({ actor, ticket });
    else if (!others.includes(actor)) return undefined;
  }
  const crossed: Crossed[] = [];
  for (const { actor, ticket } of tickets.toReversed()) {
    const socket = await actor.openSocket('trading', { ticket, label: sessionOf(actor.name) });
    if (socket.opened) await greeted(socket);
    crossed.push({ actor, socket });
  }
  return crossed;
}

const USERS = ['trader', 'admin'] as const;
/** A member may serve some users well: tickets of any that hold something else are tried. */
const OTHERS = ['viewer', 'approver', 'algoManager', 'deputy', 'outsider'] as const;

/** Judges both sessions; inconclusive where one did not open. */
function ofBoth(history: History, judge: (conversation: Conversation, name: string) => Judgement): Judgement {
  return (
    unopened(USERS.map((name) => history.conversation(sessionOf(name)))) ??
    eachOf(USERS, (name) => judge(history.conversation(sessionOf(name)), name))
  );
}

const spelt = (capabilities: readonly unknown[] | undefined): string => (capabilities ?? []).join(', ') || 'none';

function grantsItsMinter(history: History, conversation: Conversation, name: string): Judgement {
  const greeting = greetingOf(conversation);
  const granted = grantOf(greeting)?.capabilities;
  if (granted === undefined) return inconclusive('the session was not granted anything in its proper shape');
  const me = history.one(`me of ${name}`);
  const held = capabilitiesOf(me);
  return spelt(granted) === spelt(held)
    ? pass
    : violated(
        `the capabilities of the user who minted the ticket: ${spelt(held)}`,
        me,
        showing(conversation, greeting),
      );
}

/** WSS-04, of sessions by ticket. */
export const ticketGrantsItsMinter = check({
  id: 'tkt/ticket-grants-its-minter',
  proves: ['WSS-04'],
  title:
    'of users who mint a ticket each and open in the reverse order, each session is granted what its own minter holds',
  needs: ['trader', 'admin', 'tickets', 'trading-socket'],
  others: OTHERS,
  since: '0.14.0',

  cases: { of: 'users', names: () => [USERS.join(' and '), ...OTHERS] },

  async drive({ trader, admin, others, takes }) {
    takes(USERS.join(' and '));
    const further = others.filter(({ name }) => takes(name));
    for (const actor of [trader, admin, ...further]) await actor.get('/me', { label: `me of ${actor.name}` });
    await crossedSessions(trader, admin, further);
  },

  judge(history) {
    const none = unminted(history.labelled('minted'));
    if (none !== undefined) return none;
    const held = USERS.map((name) => capabilitiesOf(history.one(`me of ${name}`)));
    if (held.includes(undefined)) return inconclusive('GET /me names no capabilities');
    if (spelt(held[0]) === spelt(held[1])) return notExercised('trader and admin hold the same capabilities');
    return allOf(
      ofBoth(history, (conversation, name) => grantsItsMinter(history, conversation, name)),
      OTHERS.map((name) => grantsAnother(history, name)),
    );
  },
});

/** Of a user whom the profile may not name, or who was not admitted: nothing is owed. */
function grantsAnother(history: History, name: string): Judgement {
  const [me, conversation] = [history.maybe(`me of ${name}`), history.maybeConversation(sessionOf(name))];
  if (me === undefined || conversation === undefined || capabilitiesOf(me) === undefined) return unseen;
  return unopened(conversation) ?? grantsItsMinter(history, conversation, name);
}

const ORDERED = 'ordered';

/** The operation is assumed: a member that does not serve it, or answers without the order, breaks nothing. */
function ordersAsItsMinter(history: History, conversation: Conversation, name: string): Judgement {
  const answer = answerTo(conversation, ORDERED);
  const userId = frameAt(answer, 'order', 'userId');
  if (userId === undefined)
    return unserved(conversation, ORDERED) ?? notExercised('the answer to op submit names no userId');
  const own = history.one(`own of ${name}`);
  return userId === at(own, 'userId')
    ? pass
    : violated(`userId ${at(own, 'userId')}, the user who minted the ticket`, own, showing(conversation, answer));
}

/** TKT-08: whose order it is. */
export const ticketOrdersAsItsMinter = check({
  id: 'tkt/ticket-orders-as-its-minter',
  proves: ['TKT-08'],
  title: 'of two users who mint a ticket each and open in the reverse order, each orders under their own userId',
  needs: ['trader', 'admin', 'account', 'instrument', 'tickets', 'trading-socket', 'writes'],
  since: '0.14.0',
  opens: 4,

  async drive({ trader, admin, order, freshKey }) {
    for (const actor of [trader, admin]) await actor.submit(order(), { label: `own of ${actor.name}` });
    for (const { actor, socket } of (await crossedSessions(trader, admin)) ?? []) {
      const answer = await submitOn(socket, ORDERED, order(), freshKey());
      const orderId = frameAt(answer, 'order', 'orderId');
      if (typeof orderId === 'string') await actor.cancel(orderId);
    }
  },

  judge(history) {
    const none = unminted(history.labelled('minted'));
    if (none !== undefined) return none;
    const ids = USERS.map((name) => at(history.one(`own of ${name}`), 'userId'));
    if (!ids.every((id) => typeof id === 'number')) return inconclusive('an order of a user names no userId');
    if (ids[0] === ids[1]) return notExercised('trader and admin are one user');
    return ofBoth(history, (conversation, name) => ordersAsItsMinter(history, conversation, name));
  },
});
