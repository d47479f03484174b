import { expect, test } from 'vitest';
import { mint, spending } from '../../../testing/sample-conversation.ts';
import type { Sample } from '../../../testing/sample-history.ts';
import { historyOf } from '../../../testing/sample-history.ts';
import { clockAt } from '../../../testing/sample-sessions.ts';
import { chronicleOf } from '../../chronicle.ts';
import { spelledOtherwise } from '../../spent-tickets.ts';
import { aTicketOpensOnce } from './t45-a-ticket-opens-once.ts';

const minted = mint('<ticket 1>', 100, 110);
const with1 = (status: number) => spending('<ticket 1>', status);
const other = spending('<ticket 2>');

function verdictOf(samples: Parameters<typeof historyOf>[0]): string {
  return aTicketOpensOnce.judge(chronicleOf(historyOf(samples))).verdict;
}

test.each<[string, Record<string, Sample>, string]>([
  ['opens one session', { minted, one: with1(101) }, 'pass'],
  ['opens one, and is refused again', { minted, one: with1(101), two: with1(401) }, 'pass'],
  ['is refused, and opens one', { minted, one: with1(401), two: with1(101) }, 'pass'],
  ['opens two', { minted, one: with1(101), two: with1(101) }, 'violated'],
  ['another ticket opens one too', { minted, one: with1(101), two: other }, 'pass'],
  [
    'opens a second in another spelling',
    {
      minted,
      one: with1(101),
      [spelledOtherwise('<ticket 1>')]: spending('<ticket sent of trader>'),
    },
    'violated',
  ],
])('a ticket that %s', (_, samples, verdict) => expect(verdictOf(samples)).toBe(verdict));

test.each([
  ['before it expires', 109, 101, 'pass'],
  ['when it has expired', 110, 101, 'violated'],
  ['when it has expired, and is refused', 110, 401, 'pass'],
])('a ticket spent %s', (_, atS, status, verdict) => {
  expect(verdictOf([minted, ...clockAt(atS), with1(status), ...clockAt(atS)] as never)).toBe(verdict);
});

test('without control the time of a handshake is not known', () => {
  expect(verdictOf({ minted, one: with1(101) })).toBe('pass');
});
