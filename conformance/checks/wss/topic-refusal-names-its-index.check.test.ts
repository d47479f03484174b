import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import {
  asked,
  event,
  opened,
  probed,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { came, historyOf } from '../../testing/sample-history.ts';
import { topicRefusalNamesItsIndex } from './topic-refusal-names-its-index.check.ts';

const refused = (reqId: string, members: object = {}, code = 'UNKNOWN_TOPIC') =>
  refusedOp('subscribe', reqId, code, members);
const at = (reqId: string, failedTopicIndex: unknown) => refused(reqId, { failedTopicIndex });
const taken = (reqId: string) => came({ op: 'subscribe', reqId, success: true });
const good = { one: at('one', 0), two: at('two', 0), among: at('among', 2) };

function answered(over: Partial<Record<keyof typeof good, SampleFrame>> = {}) {
  const exchanged = Object.entries({ ...good, ...over }).flatMap(([reqId, frame]) => [
    asked('subscribe', reqId),
    frame,
  ]);
  return session([opened(900), ...probed('greeted'), ...exchanged]);
}

const head = [opened(900), ...probed('greeted'), asked('subscribe', 'one'), good.one, asked('subscribe', 'two')];

test.each([
  ['each by its index', answered(), true, 'pass'],
  ['either of two that are unknown', answered({ two: at('two', 1) }), true, 'pass'],
  ['and more of it', answered({ one: refused('one', { failedTopicIndex: 0, topic: 'x' }) }), false, 'pass'],
  [
    'another refusal of topics',
    answered({ two: refused('two', { failedTopicIndex: 1 }, 'TOO_MANY_TOPICS') }),
    false,
    'pass',
  ],
  ['known topics are not asked of another member', answered({ among: at('among', 0) }), false, 'pass'],
  ['counted from one', answered({ one: at('one', 1) }), false, 'violated'],
  ['past the end', answered({ two: at('two', 2) }), false, 'violated'],
  ['no index', answered({ one: refused('one') }), false, 'violated'],
  ['in words', answered({ one: at('one', '0') }), false, 'violated'],
  ['counted in other topics than were sent', answered({ among: at('among', 1) }), true, 'violated'],
  [
    'no word of retrying',
    answered({ one: refused('one', { failedTopicIndex: 0, retryable: undefined }) }),
    false,
    'violated',
  ],
  ['closed on', session(head, { closed: { code: 1008 } }), false, 'violated'],
  ['the op is unknown', answered({ one: refused('one', {}, 'UNKNOWN_OP') }), false, 'not-exercised'],
  ['the op reads otherwise', answered({ one: refused('one', {}, 'MALFORMED') }), false, 'not-exercised'],
  ['any topic is taken', answered({ one: taken('one'), two: taken('two') }), false, 'not-exercised'],
  ['refused for something else', answered({ two: refused('two', {}, 'FORBIDDEN_CAPABILITY') }), false, 'not-exercised'],
  ['by a code that is new', answered({ two: refused('two', {}, 'TOPIC_RETIRED') }), false, 'not-exercised'],
  ['busy', answered({ two: refused('two', { retryable: true }, 'RATE_LIMITED') }), false, 'inconclusive'],
  ['no answer in time', session(head.slice(0, 4)), false, 'inconclusive'],
  ['told of what is new', session([...head, event('notice', {}), good.two]), false, 'pass'],
  ['not opened', refusedHandshake(), false, 'inconclusive'],
] as const)('%s', (_, sample, strict, verdict) => {
  expect(judged(topicRefusalNamesItsIndex, historyOf({ session: sample }, { strict })).verdict).toBe(verdict);
});
