import { expect, test } from 'vitest';
import { GOOD_SESSIONS, SESSION_ADDITIONS } from '../../model/sample-session-additions.ts';
import { STRICT } from '../../model/sample-story.ts';
import { historyOf } from '../../runner/sample-history.ts';
import { sessionsKeepTheirLease } from './sessions-keep-their-lease.check.ts';

const verdictOf = (samples: readonly unknown[]) =>
  sessionsKeepTheirLease.judge(historyOf(samples as never, STRICT), undefined as never);

test('a history in which tickets open once and sessions keep their lease passes', () => {
  expect(verdictOf(GOOD_SESSIONS)).toEqual({ verdict: 'pass' });
});

test.each(SESSION_ADDITIONS)('%s does not, and the statement says what it breaks', (_, added, statement, breaks) => {
  expect(verdictOf([...GOOD_SESSIONS, ...added])).toMatchObject({
    verdict: 'violated',
    breaks,
    expected: expect.stringContaining(`(${statement}: ${breaks.join(', ')})`),
  });
});
