import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { GOOD_SESSIONS, SESSION_ADDITIONS } from '../../testing/sample-session-additions.ts';
import { STRICT } from '../../testing/sample-story.ts';
import { sessionsKeepTheirLease } from './sessions-keep-their-lease.check.ts';

const verdictOf = (samples: readonly unknown[]) =>
  judged(sessionsKeepTheirLease, historyOf(samples as never, STRICT), undefined as never);

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
