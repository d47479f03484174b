/** Topics: the index in a refusal, and subscriptions over op auth. Their names are assumed. */

import { socketRefusals } from '../../contract/socket-refusals.ts';
import type { Conversation } from '../../member/exchange/conversation.ts';
import { eventKind, frameAt, received, showing } from '../../member/exchange/conversation.ts';
import { isOk, textAt } from '../../member/exchange/exchange.ts';
import {
  answerTo,
  busyAnswer,
  isRefusal,
  ofAnswer,
  ofSession,
  openGreeted,
  PROBE,
  staysOpen,
  whereGranted,
} from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, notExercised, pass, violated } from '../../runner/judgement.ts';
import { unserved } from '../../scenes/order-op.ts';

const UNKNOWN = 'touchstone.no.such.topic';
const TOPIC_REFUSALS = socketRefusals(({ isOfTopics }) => isOfTopics === true);
/** Neither sorted nor each once. The known topics are the sandbox's own, so they are tried alone first. */
const AMONG_KNOWN = ['orders', 'orders', UNKNOWN, 'executions'];

function namesIndex(conversation: Conversation, reqId: string, wanted: readonly number[]): Judgement {
  return ofAnswer(conversation, reqId, (answer) => {
    const shown = showing(conversation, answer);
    const code = String(frameAt(answer, 'code'));
    if (!TOPIC_REFUSALS.includes(code))
      return busyAnswer(answer) ?? notExercised(`the member says ${code} of an unknown topic`);
    const index = frameAt(answer, 'failedTopicIndex');
    if (wanted.includes(index as number)) return isRefusal(conversation, answer);
    return violated(`failedTopicIndex ${wanted.join(' or ')}, zero-based into params.topics as sent`, shown);
  });
}

/** WSS-22. */
export const topicRefusalNamesItsIndex = check({
  id: 'wss/topic-refusal-names-its-index',
  proves: ['WSS-22'],
  title: 'a topic refusal names failedTopicIndex, the zero-based index into params.topics as sent',
  needs: ['trader', 'trading-socket'],

  async drive({ trader, target }) {
    const socket = await openGreeted(trader);
    const subscribe = (reqId: string, topics: readonly string[]) =>
      socket.ask({ op: 'subscribe', reqId, params: { topics } });
    await subscribe('one', [UNKNOWN]);
    await subscribe('two', [UNKNOWN, `${UNKNOWN}.either`]);
    const known = await subscribe(
      'known',
      [...new Set(AMONG_KNOWN)].filter((topic) => topic !== UNKNOWN),
    );
    if (target.strict || frameAt(known, 'success') === true) await subscribe('among', AMONG_KNOWN);
  },

  judge: (history) =>
    ofSession(
      history,
      (conversation) =>
        unserved(conversation, 'one') ??
        allOf(
          namesIndex(conversation, 'one', [0]),
          namesIndex(conversation, 'two', [0, 1]),
          history.target.strict || frameAt(answerTo(conversation, 'known'), 'success') === true
            ? namesIndex(conversation, 'among', [AMONG_KNOWN.indexOf(UNKNOWN)])
            : pass,
        ),
    ),
});

const KIND = 'orderUpdated';

/** WSS-17. Topic and event are assumed, so this is asked only where a control plane shows that the member is the sandbox's. */
export const subscriptionsAreKept = check({
  id: 'wss/subscriptions-are-kept',
  proves: ['WSS-17'],
  title: 'subscriptions are kept over op auth',
  needs: ['trader', 'account', 'instrument', 'trading-socket', 'control', 'writes'],

  async drive({ trader, order }) {
    const socket = await openGreeted(trader);
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

  judge: (history) =>
    ofSession(history, (conversation) => {
      const unknown = unserved(conversation, 'subscribed');
      if (unknown !== undefined) return unknown;
      if (frameAt(answerTo(conversation, 'subscribed'), 'success') !== true) return inconclusive('not subscribed');
      const [before, after] = [history.maybe('before'), history.maybe('after')];
      if (before === undefined || after === undefined || !isOk(before) || !isOk(after)) {
        return inconclusive('an order was not accepted');
      }
      const hasEventOf = (orderId: string | undefined) =>
        received(conversation).some((f) => eventKind(f) === KIND && frameAt(f, 'data', 'orderId') === orderId);
      if (!hasEventOf(textAt(before, 'orderId'))) return inconclusive('no event came before the op auth either');
      return allOf(
        whereGranted(conversation, 'renewed'),
        staysOpen(conversation, 'last'),
        hasEventOf(textAt(after, 'orderId'))
          ? pass
          : violated(
              'the events of the topics that were subscribed before op auth',
              showing(conversation, answerTo(conversation, 'renewed')),
            ),
      );
    }),
});
