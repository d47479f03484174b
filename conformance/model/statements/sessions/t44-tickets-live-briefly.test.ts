import { expect, test } from 'vitest';
import { mint, ns } from '../../../testing/sample-conversation.ts';
import { historyOf, noted } from '../../../testing/sample-history.ts';
import { judged } from '../../../testing/sample-story.ts';
import { chronicleOf } from '../../chronicle.ts';
import { ticketsLiveBriefly } from './t44-tickets-live-briefly.ts';

test.each([
  ['ten seconds', [mint('<ticket 1>', 100, 110)], 'pass'],
  ['ten seconds from within the second of its Date', [mint('<ticket 1>', 100, 110.9)], 'pass'],
  ['as long as the token', [mint('<ticket 1>', 100, 103)], 'pass'],
  ['by a Date that is seconds behind', [mint('<ticket 1>', 100, 114)], 'pass'],
  ['longer than ten seconds', [mint('<ticket 1>', 100, 117)], 'violated'],
  ['no lifetime', [mint('<ticket 1>', 100, 100)], 'violated'],
  [
    'an invalid time',
    [mint('<ticket 1>', 100, 110, { body: { ticket: '<ticket 1>', expiresAtNs: 'soon' } })],
    'violated',
  ],
  ['two tickets', [mint('<ticket 1>', 100, 110), mint('<ticket 2>', 100, 110)], 'pass'],
  ['one ticket for two calls', [mint('<ticket 1>', 100, 110), mint('<ticket 1>', 101, 111)], 'violated'],
  ['no Date to compare with', [mint('<ticket 1>', 100, 900, { headers: { Date: null } })], 'pass'],
])('%s', (_, samples, verdict) => expect(judged(ticketsLiveBriefly, samples)).toBe(verdict));

test.each([
  ['within the life of the token', 105, 'trader', 'pass'],
  ['past the life of the token', 104, 'trader', 'violated'],
  ["past the life of another user's token", 104, 'outsider', 'pass'],
])('%s', (_, tokenEndsS, of, verdict) => {
  const history = historyOf({
    credential: noted({ of, expiresAtNs: ns(tokenEndsS) }),
    minted: mint('<ticket 1>', 100, 105),
  });
  expect(ticketsLiveBriefly.judge(chronicleOf(history)).verdict).toBe(verdict);
});
