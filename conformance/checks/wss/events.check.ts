/** The events of a session: the greeting as its first frame, a leave in its place, and one kind name in each event. */
import type { Conversation, Frame } from '../../member/exchange/conversation.ts';
import { eventKind, frameAt, frameJson, grantOf, received, sent, showing } from '../../member/exchange/conversation.ts';
import { isOk, status, textAt } from '../../member/exchange/exchange.ts';
import {
  greeted,
  hasItsFramesInOrder,
  isKindOfEvent,
  ofSession,
  openGreeted,
  PROBE,
  unopened,
} from '../../rules/frame-rules.ts';
import { capabilitiesOf, idIn } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import type { Judgement } from '../../runner/judgement.ts';
import {
  allOf,
  blaming,
  eachOf,
  eachPart,
  inconclusive,
  notExercised,
  pass,
  violated,
} from '../../runner/judgement.ts';

/** It came soon after the client's first message, and not nearly as soon after the opening. */
function isAnswerToTheClient(conversation: Conversation): boolean {
  const [first, message] = [received(conversation)[0], sent(conversation)[0]];
  if (first === undefined || message === undefined || message.n > first.n) return false;
  return (first.atMs - message.atMs) * 4 < message.atMs - conversation.answeredAtMs;
}

function greets(conversation: Conversation, mustBeEarly: boolean): Judgement {
  const [first] = received(conversation);
  if (first === undefined) return inconclusive('no frame came in time');
  if (eventKind(first) === 'sessionClosing') return inconclusive('access was revoked meanwhile');
  const order = hasItsFramesInOrder(conversation);
  if (order.verdict === 'violated') return order;
  const message = sent(conversation)[0];
  if (message !== undefined && message.n < first.n) {
    return mustBeEarly
      ? violated('sessionOpened before the client sends anything', showing(conversation, first))
      : inconclusive('sessionOpened did not come in time');
  }
  return allOf(
    isKindOfEvent(conversation, first),
    grantOf(first) === undefined
      ? violated('data {capabilities: [...], expiresAtNs: "..."}', showing(conversation, first))
      : pass,
  );
}

const FURTHER_SESSIONS = 2;

/** WSS-03. */
export const greetingComesFirst = check({
  id: 'wss/greeting-comes-first',
  proves: ['WSS-03'],
  title: 'the first frame is sessionOpened with the grant, before the client says anything',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    const socket = await openGreeted(trader);
    // A slow target may greet late once by chance, but not right after the client's first message each time.
    for (let i = 0; i < FURTHER_SESSIONS && isAnswerToTheClient(socket.conversation()); i += 1) {
      await greeted(await trader.openSocket('trading', { label: 'once more' }));
    }
    // Neither a refused credential nor the renewal after it is greeted.
    await socket.ask({ op: 'auth', reqId: 'refused', params: { token: 'no token of anybody' } });
    await socket.ask({ op: 'auth', reqId: 'renewed', params: { token: await trader.token() } });
    await socket.ask({ ...PROBE, reqId: 'probe' });
  },

  judge: (history) =>
    ofSession(history, (conversation) => {
      const further = history.conversationsLabelled('once more');
      const waitsForTheClient = further.length === FURTHER_SESSIONS && further.every(isAnswerToTheClient);
      return greets(conversation, history.target.strict || waitsForTheClient);
    }),
});

/** `sessionClosing`, then close code 4003, and nothing else. `answers`: the member answered a request meanwhile. */
function takesLeave(conversation: Conversation, answers: boolean): Judgement {
  const { closed } = conversation;
  const [first] = received(conversation);
  if (first === undefined)
    return closed === null ? inconclusive('no frame came in time') : violated('sessionClosing', conversation);
  const shown = showing(conversation, first);
  if (eventKind(first) !== 'sessionClosing') return violated('sessionClosing instead of sessionOpened', shown);
  if (frameAt(first, 'data', 'code') !== 'PRINCIPAL_REVOKED') return violated('code PRINCIPAL_REVOKED', shown);
  if (frameAt(first, 'data', 'retryable') === true) return violated('retryable false', shown);
  const order = hasItsFramesInOrder(conversation);
  if (order.verdict === 'violated') return order;
  if (closed === null || closed.by !== 'target') {
    // It had as long as any answer has, and the member did answer within that time.
    return answers ? violated('a close after it', shown) : inconclusive('it was not closed in time');
  }
  return allOf(blaming(isKindOfEvent(conversation, first), 'WSS-21'), pass);
}

/** WSS-14: the greeting is held back until the user is disabled. */
export const revokedBeforeTheFirstFrame = check({
  id: 'wss/revoked-before-the-first-frame',
  proves: ['WSS-14', 'WSS-21'],
  title:
    'access revoked between handshake and first frame: sessionClosing with PRINCIPAL_REVOKED, not retryable, and close code 4003',
  needs: ['admin', 'viewer', 'trading-socket', 'control', 'writes'],

  async drive({ admin, viewer, control }) {
    const me = await viewer.get('/me', { label: 'me' });
    const [userId, capabilities] = [idIn(me, 'userId'), capabilitiesOf(me)];
    if (userId === undefined || capabilities === undefined) return;
    const restate = (state: string) => admin.put(`/users/${userId}`, { capabilities, status: state }, { label: state });
    const held = await control.fault({ on: { edge: 'first-frame', socket: 'trading' }, hold: 'first-frame', times: 1 });
    const socket = await viewer.openSocket('trading', { label: 'session' });
    try {
      if (!socket.opened) return;
      await held.untilHeld();
      await restate('DISABLED');
      // Not /me: a disabled user may still be served that (A5).
      await viewer.get('/orders', { label: 'meanwhile' });
      await control.release('first-frame');
      await socket.next();
      await socket.ask(PROBE);
      await socket.untilClosed(1_000);
    } finally {
      await restate('ACTIVE');
    }
  },

  judge(history) {
    const conversation = history.maybeConversation('session');
    if (conversation === undefined) return inconclusive('GET /me does not name the user and the capabilities held');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    if (!isOk(history.one('DISABLED'))) return notTaken('the user was not disabled: the body is assumed');
    if (status(history.one('meanwhile')) !== 403) return inconclusive('the disabled user was still served');
    const restated = history.maybe('ACTIVE');
    const judged = takesLeave(conversation, restated !== undefined && isOk(restated));
    return eachPart(judged, (part) => (part.about === undefined ? blaming(part, 'WSS-14') : part));
  },
});

/** Frames with either name of an event. The answer to an op is none, whatever a newer member adds to it. */
function eventFrames(conversation: Conversation): readonly Frame[] {
  return received(conversation).filter((frame) => {
    const body = frameJson(frame);
    return body !== undefined && !('success' in body) && ('event' in body || 'msgType' in body);
  });
}

/** WSS-21, of what a session sends of itself. */
export const oneKindName = check({
  id: 'wss/one-kind-name',
  proves: ['WSS-21'],
  title: "an event's event and msgType carry one kind name",
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    await openGreeted(trader);
  },

  judge: (history) =>
    ofSession(history, (conversation) =>
      eachOf(eventFrames(conversation), (frame) => isKindOfEvent(conversation, frame)),
    ),
});

/** WSS-21, of order events. Topics and kinds are assumed, so only the sandbox's own member is judged. */
export const oneKindNameOfOrders = check({
  id: 'wss/one-kind-name-of-orders',
  proves: ['WSS-21'],
  title: "the events of an order carry one kind name in event and msgType, as a session's own do",
  needs: ['trader', 'account', 'instrument', 'trading-socket', 'control', 'writes'],

  async drive({ trader, target, order }) {
    if (!target.strict) return;
    const socket = await openGreeted(trader);
    await socket.ask({ op: 'subscribe', params: { topics: ['orders', 'executions'] } });
    const orderId = textAt(await trader.submit(order(), { label: 'order' }), 'orderId');
    if (orderId === undefined) return;
    await socket.next((frame) => frameAt(frame, 'data', 'orderId') === orderId, 2_000);
    await trader.cancel(orderId);
    await socket.ask(PROBE);
  },

  judge(history) {
    if (!history.target.strict) return notExercised('the topics and events of orders are not shown');
    return ofSession(history, (conversation) => {
      const placed = history.maybe('order');
      if (placed === undefined || !isOk(placed)) return inconclusive('no order was accepted');
      // An event with one of the two names alone counts as one.
      const ofOrders = eventFrames(conversation).filter((frame) => eventKind(frame) !== 'sessionOpened');
      return eachOf(ofOrders, (frame) => isKindOfEvent(conversation, frame));
    });
  },
});
