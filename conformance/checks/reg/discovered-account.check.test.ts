import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { discoveredAccount } from './discovered-account.check.ts';

const discovered = (displayName: unknown) => ({ accountId: 2, status: 'DISCOVERED', displayName });
const row = (body: object) => answer('GET /accounts/2', { status: 200, body });
const page = (...items: object[]) => answer('GET /accounts', { status: 200, body: { items } });
const named = { accountId: 1, status: 'ACTIVE', displayName: 'main' };
const GOOD = { row: row(discovered(null)), page: page(named, discovered(null)) };

test.each<[string, Record<string, Sample>, string]>([
  ['no name', {}, 'pass'],
  ['the name left out', { row: row({ accountId: 2, state: 'DISCOVERED' }) }, 'pass'],
  ['a name of the venue', { row: row(discovered('sub-7')) }, 'violated'],
  ['a name in the list', { page: page(named, discovered('sub-7')) }, 'violated'],
  ['not addressed by its id', { row: answer('GET /accounts/2', { status: 404, code: 'NOT_FOUND' }) }, 'violated'],
  ['classified since', { row: row(named) }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(discoveredAccount, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});
