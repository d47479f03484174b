import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { staleRestatement } from './stale-restatement.check.ts';

const put = (status: number) => answer('PUT /accounts/7', { status, position: 9 });
const GOOD = { 'account restated': put(200), 'account stale': put(412), 'account restated again': put(200) };

test.each<[string, Record<string, Sample>, string]>([
  ['refused as stale', {}, 'pass'],
  ['taken', { 'account stale': put(200) }, 'violated'],
  ['taken, and not once more', { 'account stale': put(200), 'account restated again': put(409) }, 'violated'],
  ['refused as something else', { 'account stale': put(400) }, 'violated'],
  [
    'refused as any restatement is by then',
    { 'account stale': put(409), 'account restated again': put(409) },
    'not-exercised',
  ],
  ['a policy taken', { 'asset policy stale': put(200) }, 'violated'],
])('%s', (_, over, verdict) => {
  expect(judged(staleRestatement, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('no row that is restated', () => {
  expect(judged(staleRestatement, historyOf({})).verdict).toBe('not-exercised');
});
