/** A session by ticket is of the user who minted it: two users mint a ticket each and open their sessions crosswise. */
import type { Actor } from '../../client/actor.ts';
import type { Conversation } from '../../client/conversation.ts';
import { frameAt, grantOf, showing } from '../../client/conversation.ts';
import { at } from '../../client/exchange.ts';
import type { OpenSocket } from '../../client/open-socket.ts';
import { answerTo, greeted, greetingOf, unopened } from '../../rules/frame-rules.ts';
import { capabilitiesOf } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { eachOf, inconclusive, type Judgement, notExercised, pass, violated } from '../../runner/judgement.ts';
import { submitOn, unserved } from '../../scenes/order-op.ts';
import { unminted } from '../../scenes/ticket-parts.ts';

interface Crossed {
  readonly actor: Actor;
  readonly socket: OpenSocket;
}

/** The label of the conversation of a user. */
const sessionOf = (name: string): string => `session of ${name}`;

/** The one who minted last opens first. The tickets are labelled `minted`; undefined: one of them was not minted. */
async function crossedSessions(first: Actor, second: Actor): Promise<readonly [Crossed, Crossed] | undefined> {
  const { ticket: former } = await first.mintTicket({ label: 'minted' });
  const { ticket: latter } = await second.mintTicket({ label: 'minted' });
  if (former === undefined || latter === undefined) return undefined;
  const open = async (actor: Actor, ticket: string): Promise<Crossed> => {
    const socket = await actor.openSocket('trading', { ticket, label: sessionOf(actor.name) });
    if (socket.opened) await greeted(socket);
    return { actor, socket };
  };
  const later = await open(second, latter);
  return [await open(first, former), later];
}

const USERS = ['trader', 'admin'] as const;

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
  title: 'of two users who mint a ticket each and open crosswise, each session is granted what its own minter holds',
  needs: ['trader', 'admin', 'tickets', 'trading-socket'],
  since: '0.14.0',

  async drive({ trader, admin }) {
    const read = async () => {
      for (const actor of [trader, admin]) await actor.get('/me', { label: `me of ${actor.name}` });
    };
    await read();
    await crossedSessions(trader, admin);
  },

  judge(history) {
    const none = unminted(history.labelled('minted'));
    if (none !== undefined) return none;
    const held = USERS.map((name) => capabilitiesOf(history.one(`me of ${name}`)));
    if (held.includes(undefined)) return inconclusive('GET /me names no capabilities');
    if (spelt(held[0]) === spelt(held[1])) return notExercised('trader and admin hold the same capabilities');
    return ofBoth(history, (conversation, name) => grantsItsMinter(history, conversation, name));
  },
});

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
  title: 'of two users who mint a ticket each and open crosswise, each orders under their own userId',
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
