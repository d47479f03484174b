import { expect, test } from 'vitest';
import { SCOPES } from '../../contract/scopes.ts';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { everyScopeIsGranted } from './every-scope-is-granted.check.ts';

const of = (capabilities: readonly string[] | undefined, status = 200, position = 9) =>
  answer('GET /users/7', { status, position, body: { capabilities }, sentBody: { capabilities: SCOPES } });
const all = of(SCOPES);
const five = SCOPES.slice(0, 5);

test.each<[string, Record<string, Sample>, string]>([
  ['all six', {}, 'pass'],
  ['and one of a newer member', { me: of(['desks:read', ...SCOPES]) }, 'pass'],
  ['one missing in GET /me', { me: of(SCOPES.slice(1)) }, 'violated'],
  ['one not granted', { granted: of(five) }, 'violated'],
  ['one granted and not kept', { read: of(five) }, 'violated'],
  ['read of a member that is behind', { read: of(five, 200, 8) }, 'inconclusive'],
  ['algos:manage not the last', { read: of(SCOPES.toReversed()) }, 'violated'],
  ['not taken', { granted: of(undefined, 400) }, 'inconclusive'],
  [
    'never asked for',
    { granted: answer('PUT /users/7', { status: 200, position: 9, body: { capabilities: [] }, sentBody: {} }) },
    'inconclusive',
  ],
  ['under another name', { granted: of(undefined) }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  const history = historyOf({ me: all, granted: all, read: all, ...over });
  expect(judged(everyScopeIsGranted, history).verdict).toBe(verdict);
});

test('before 0.7.0 there are five', () => {
  const history = historyOf({ me: of(five), granted: of(five), read: of(five) }, { rest: '0.6.0' });
  expect(judged(everyScopeIsGranted, history).verdict).toBe('pass');
});
