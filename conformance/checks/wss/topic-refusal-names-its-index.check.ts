import type { Conversation } from '../../client/conversation.ts';
import { frameAt, showing } from '../../client/conversation.ts';
import { socketRefusals } from '../../contract/socket-refusals.ts';
import { busyAnswer } from '../../rules/busy-answer.ts';
import { answerTo, greeted, isRefusal, ofAnswer, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, notExercised, pass, violated } from '../../runner/judgement.ts';
import { unserved } from '../../scenes/order-op.ts';

const UNKNOWN = 'touchstone.no.such.topic';
const TOPIC_REFUSALS = socketRefusals(({ isOfTopics }) => isOfTopics === true);
/** Neither sorted nor each once; the known ones are the sandbox's own, so they are tried by themselves first. */
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

export const topicRefusalNamesItsIndex = check({
  id: 'wss/topic-refusal-names-its-index',
  proves: ['WSS-22'],
  title: 'a topic refusal names failedTopicIndex, the zero-based index into params.topics as sent',
  needs: ['trader', 'trading-socket'],

  async drive({ trader, target }) {
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
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

  judge(history) {
    const conversation = history.conversation('session');
    const unknown = unopened(conversation) ?? unserved(conversation, 'one');
    if (unknown !== undefined) return unknown;
    return allOf(
      namesIndex(conversation, 'one', [0]),
      namesIndex(conversation, 'two', [0, 1]),
      history.target.strict || frameAt(answerTo(conversation, 'known'), 'success') === true
        ? namesIndex(conversation, 'among', [AMONG_KNOWN.indexOf(UNKNOWN)])
        : pass,
    );
  },
});
