import { eventKind, frameAt, received, showing } from '../../client/conversation.ts';
import { isOk, textAt } from '../../client/exchange.ts';
import { answerTo, greeted, PROBE, staysOpen, unopened, whereGranted } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { unserved } from '../../scenes/order-op.ts';

const KIND = 'orderUpdated';

/** Topic and event are assumed: the sandbox's own, so only where a control plane says that it is one. */
export const subscriptionsAreKept = check({
  id: 'wss/subscriptions-are-kept',
  proves: ['WSS-17'],
  title: 'subscriptions are kept over op auth',
  needs: ['trader', 'account', 'instrument', 'trading-socket', 'control', 'writes'],

  async drive({ trader, order }) {
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    await socket.ask({ op: 'subscribe', reqId: 'subscribed', params: { topics: ['orders'] } });
    for (const label of ['before', 'after']) {
      const placed = await trader.submit(order(), { label });
      const orderId = textAt(placed, 'orderId');
      if (orderId === undefined) return;
      await socket.next((frame) => frameAt(frame, 'data', 'orderId') === orderId, 2_000);
      if (label === 'before') {
        await socket.ask({ op: 'auth', reqId: 'renewed', params: { token: await trader.token() } });
      }
      await trader.cancel(orderId);
    }
    await socket.ask({ ...PROBE, reqId: 'last' });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const unknown = unopened(conversation) ?? unserved(conversation, 'subscribed');
    if (unknown !== undefined) return unknown;
    if (frameAt(answerTo(conversation, 'subscribed'), 'success') !== true) return inconclusive('not subscribed');
    const [before, after] = [history.maybe('before'), history.maybe('after')];
    if (before === undefined || after === undefined || !isOk(before) || !isOk(after)) {
      return inconclusive('an order was not accepted');
    }
    const told = (orderId: string | undefined) =>
      received(conversation).find((f) => eventKind(f) === KIND && frameAt(f, 'data', 'orderId') === orderId);
    if (told(textAt(before, 'orderId')) === undefined)
      return inconclusive('nothing was told before the op auth either');
    return allOf(
      whereGranted(conversation, 'renewed'),
      staysOpen(conversation, 'last'),
      told(textAt(after, 'orderId')) === undefined
        ? violated(
            'the events of the topics that were subscribed before op auth',
            showing(conversation, answerTo(conversation, 'renewed')),
          )
        : pass,
    );
  },
});
