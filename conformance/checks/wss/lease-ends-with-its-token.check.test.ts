import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { asked, authorised, mint, ns, opened, refusedHandshake, session } from '../../testing/sample-conversation.ts';
import { historyOf, noted } from '../../testing/sample-history.ts';
import { leaseEndsWithItsToken } from './lease-ends-with-its-token.check.ts';

const ends = noted(ns(900));
const bearer = (greeted: number, renewed: number) =>
  session([opened(greeted), asked('auth', 'renewed'), authorised('renewed', renewed)]);
const GOOD = {
  'token ends': ends,
  bearer: bearer(900, 900),
  minted: mint('<ticket 1>', 0, 10),
  ticket: session([opened(900)]),
};

test.each([
  ["at the token's end", {}, 'pass'],
  ['earlier', { bearer: bearer(600, 600) }, 'pass'],
  ['never, as it opens', { bearer: bearer(0, 900) }, 'violated'],
  ['never, as it is renewed', { bearer: bearer(900, 0) }, 'violated'],
  ['never, of a ticket', { ticket: session([opened(0)]) }, 'violated'],
  ['with the ticket that opened it', { ticket: session([opened(10)]) }, 'violated'],
  [
    'with a ticket that the token bounds',
    { 'token ends': noted(ns(10)), bearer: bearer(10, 10), ticket: session([opened(10)]) },
    'pass',
  ],
  ['later than the token', { bearer: bearer(901, 900) }, 'violated'],
  ['refused', { bearer: refusedHandshake() }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(leaseEndsWithItsToken, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('a token that says nothing of its end', () => {
  expect(judged(leaseEndsWithItsToken, historyOf({})).verdict).toBe('not-exercised');
});
