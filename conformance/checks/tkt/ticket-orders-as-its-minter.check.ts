import { frameAt, showing } from '../../client/conversation.ts';
import { at } from '../../client/exchange.ts';
import { answerTo, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, notExercised, pass, violated } from '../../runner/judgement.ts';
import { submitOn, unserved } from '../../scenes/order-op.ts';
import { unminted } from '../../scenes/ticket-parts.ts';
import { crossedSessions, sessionOf } from './crossed-tickets.ts';

const USERS = ['trader', 'admin'] as const;
const ORDERED = 'ordered';

/** The operation is assumed: a member that does not serve it, or answers no row, has broken nothing. */
function isItsMinters(history: History, name: string): Judgement {
  const conversation = history.conversation(sessionOf(name));
  const answer = answerTo(conversation, ORDERED);
  const userId = frameAt(answer, 'order', 'userId');
  if (userId === undefined)
    return unserved(conversation, ORDERED) ?? notExercised('the answer to op submit names no userId');
  const own = history.one(`own of ${name}`);
  return userId === at(own, 'userId')
    ? pass
    : violated(`userId ${at(own, 'userId')}, the user who minted the ticket`, own, showing(conversation, answer));
}

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
    const none = unminted(...history.labelled('minted'));
    if (none !== undefined) return none;
    const ids = USERS.map((name) => at(history.one(`own of ${name}`), 'userId'));
    if (!ids.every((id) => typeof id === 'number')) return inconclusive('an order of a user names no userId');
    if (ids[0] === ids[1]) return notExercised('trader and admin are one user');
    return (
      unopened(...USERS.map((name) => history.conversation(sessionOf(name)))) ??
      eachOf(USERS, (name) => isItsMinters(history, name))
    );
  },
});
