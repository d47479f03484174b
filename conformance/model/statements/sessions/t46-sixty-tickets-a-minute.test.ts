import { expect, test } from 'vitest';
import { mint, rateLimited } from '../../../testing/sample-conversation.ts';
import { historyOf, noted } from '../../../testing/sample-history.ts';
import { clockAt } from '../../../testing/sample-sessions.ts';
import { STRICT } from '../../../testing/sample-story.ts';
import { chronicleOf } from '../../chronicle.ts';
import { sixtyTicketsAMinute } from './t46-sixty-tickets-a-minute.ts';

const some = (count: number, first = 1) =>
  Array.from({ length: count }, (_, i) => mint(`<ticket ${first + i}>`, 100, 110));

function verdictOf(samples: readonly unknown[], target: object = STRICT): string {
  return sixtyTicketsAMinute.judge(chronicleOf(historyOf(samples as never, target))).verdict;
}

const rested = clockAt(0);

test.each<[string, readonly unknown[], string]>([
  ['sixty', [...rested, ...clockAt(100), ...some(60), ...clockAt(100)], 'pass'],
  ['sixty, then a refusal', [...rested, ...clockAt(100), ...some(60), rateLimited(), ...clockAt(100)], 'pass'],
  ['sixty-one', [...rested, ...clockAt(100), ...some(61), ...clockAt(100)], 'violated'],
  ['fewer, then a refusal', [...rested, ...clockAt(100), ...some(59), rateLimited(), ...clockAt(100)], 'violated'],
  [
    'fewer, then a refusal for what was minted before the history began',
    [...clockAt(100), ...some(59), rateLimited(), ...clockAt(100)],
    'pass',
  ],
  [
    'sixty and, when they are a minute old, one more',
    [...rested, ...clockAt(100), ...some(60), ...clockAt(100), ...clockAt(160), ...some(1, 61), ...clockAt(160)],
    'pass',
  ],
  [
    'sixty and, a moment before they are a minute old, one more',
    [...rested, ...clockAt(100), ...some(60), ...clockAt(100), ...clockAt(159.9), ...some(1, 61), ...clockAt(159.9)],
    'violated',
  ],
  ['sixty-one at unknown times', [...rested, ...some(61), ...clockAt(160)], 'pass'],
])('%s', (_, samples, verdict) => expect(verdictOf(samples)).toBe(verdict));

test('a deployed member chooses its own window', () => {
  expect(verdictOf([...rested, ...clockAt(100), ...some(61), ...clockAt(100)], {})).toBe('pass');
});

test("a restart clears the member's counts", () => {
  const history = historyOf(
    {
      a: [...rested, ...clockAt(100), ...some(60)],
      restarted: noted(null),
      b: [...some(1, 61), ...clockAt(100)],
    } as never,
    STRICT,
  );
  expect(sixtyTicketsAMinute.judge(chronicleOf(history)).verdict).toBe('pass');
});
