import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint, opened, refusedHandshake, session } from '../../testing/sample-conversation.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { ticketGrantsItsMinter } from './ticket-grants-its-minter.check.ts';

const me = (...capabilities: string[]) => answer('GET /me', { status: 200, body: { capabilities } });
const granted = (...capabilities: string[]) => session([opened(900, undefined, capabilities)]);
const minted = mint('<ticket 1>', 0, 10);
const [TRADES, MANAGES] = ['orders:trade', 'users:manage'];

const GOOD = {
  'me of trader': me(TRADES),
  'me of admin': me(TRADES, MANAGES),
  minted: [minted, minted],
  'session of admin': granted(TRADES, MANAGES),
  'session of trader': granted(TRADES),
};

test.each<[string, Record<string, Sample | Sample[]>, string]>([
  ['each their own', {}, 'pass'],
  ['the last minter for both', { 'session of trader': granted(TRADES, MANAGES) }, 'violated'],
  ['the first minter for both', { 'session of admin': granted(TRADES) }, 'violated'],
  ['both hold the same', { 'me of admin': me(TRADES) }, 'not-exercised'],
  ['GET /me says nothing', { 'me of admin': answer('GET /me', { status: 403 }) }, 'inconclusive'],
  ['a ticket is refused', { 'session of admin': refusedHandshake() }, 'inconclusive'],
  ['none minted', { minted: mint('', 0, 10, { status: 503 }) }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(ticketGrantsItsMinter, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});
