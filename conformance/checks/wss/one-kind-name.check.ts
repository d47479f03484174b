import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { frameAt, frameJson, received } from '../../target/conversation.ts';
import { textAt } from '../../target/exchange.ts';
import { greeted, isKindOfEvent, PROBE, unopened } from './frame-rules.ts';

/** Of the sandbox's own member the events of an order too: topic and kinds are assumed. */
export const oneKindName = check({
  id: 'wss/one-kind-name',
  proves: ['WSS-21'],
  title: "an event's event and msgType carry one kind name",
  needs: ['trader', 'account', 'instrument', 'trading-socket', 'writes'],

  async drive({ trader, target, order }) {
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    if (!target.strict) return;
    await socket.ask({ op: 'subscribe', params: { topics: ['orders', 'executions'] } });
    const orderId = textAt(await trader.submit(order()), 'orderId');
    if (orderId === undefined) return;
    await socket.next((frame) => frameAt(frame, 'data', 'orderId') === orderId, 2_000);
    await trader.cancel(orderId);
    await socket.ask(PROBE);
  },

  judge(history) {
    const conversation = history.conversation('session');
    const told = received(conversation).filter((frame) => {
      const body = frameJson(frame);
      return body !== undefined && ('event' in body || 'msgType' in body);
    });
    return unopened(conversation) ?? eachOf(told, (frame) => isKindOfEvent(conversation, frame));
  },
});
