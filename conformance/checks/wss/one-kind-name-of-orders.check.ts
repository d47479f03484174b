import { eventKind, frameAt } from '../../client/conversation.ts';
import { isOk, textAt } from '../../client/exchange.ts';
import { greeted, isKindOfEvent, PROBE, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf, inconclusive, notExercised } from '../../runner/judgement.ts';
import { toldEvents } from './event-frames.ts';

/** Topics and kinds are assumed, so they are asked for where the target is our own. */
export const oneKindNameOfOrders = check({
  id: 'wss/one-kind-name-of-orders',
  proves: ['WSS-21'],
  title: "the events of an order carry one kind name in event and msgType, as a session's own do",
  needs: ['trader', 'account', 'instrument', 'trading-socket', 'control', 'writes'],

  async drive({ trader, target, order }) {
    if (!target.strict) return;
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    await socket.ask({ op: 'subscribe', params: { topics: ['orders', 'executions'] } });
    const orderId = textAt(await trader.submit(order(), { label: 'order' }), 'orderId');
    if (orderId === undefined) return;
    await socket.next((frame) => frameAt(frame, 'data', 'orderId') === orderId, 2_000);
    await trader.cancel(orderId);
    await socket.ask(PROBE);
  },

  judge(history) {
    if (!history.target.strict) return notExercised('the topics and events of orders are not shown');
    const conversation = history.conversation('session');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    const placed = history.maybe('order');
    if (placed === undefined || !isOk(placed)) return inconclusive('no order was accepted');
    // By event alone, or by msgType alone, it is one that was told.
    const ofOrders = toldEvents(conversation).filter((frame) => eventKind(frame) !== 'sessionOpened');
    return eachOf(ofOrders, (frame) => isKindOfEvent(conversation, frame));
  },
});
