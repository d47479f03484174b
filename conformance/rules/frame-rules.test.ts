import { expect, test } from 'vitest';
import { asked, opened, session } from '../testing/sample-conversation.ts';
import { historyOf } from '../testing/sample-history.ts';
import { ofAnswer } from './frame-rules.ts';

test.each([
  ['an op that was never sent', [opened(75)], 'the op "renewed" was not sent: the session was over before'],
  ['an op without an answer', [opened(75), asked('auth', 'renewed')], 'no answer to op auth in time'],
])('%s is named', (_, frames, why) => {
  const [conversation] = historyOf({ session: session(frames) }).conversations;
  if (conversation === undefined) throw new Error('no session');
  expect(ofAnswer(conversation, 'renewed', () => ({ verdict: 'pass' }))).toEqual({ verdict: 'inconclusive', why });
});
