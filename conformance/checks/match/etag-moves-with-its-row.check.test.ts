import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { etagMovesWithItsRow } from './etag-moves-with-its-row.check.ts';
import { MOVED_POLICY, policyRow, policyWrite } from './sample-moved-policy.ts';

const portfolio = (etag: string, displayName: string, position = 9) =>
  answer('GET /portfolios/7', { status: 200, position, etag, body: { portfolioId: 7, displayName } });
const GOOD = {
  'portfolio 1': portfolio('"1"', 'own'),
  'portfolio restated': answer('PUT /portfolios/7', { status: 200, position: 10 }),
  'portfolio 2': portfolio('"2"', 'own on', 10),
  ...MOVED_POLICY,
};

test.each<[string, Record<string, Sample | Sample[]>, string]>([
  ['moves each time', {}, 'pass'],
  ['stays as a portfolio is restated', { 'portfolio 2': portfolio('"1"', 'own on', 10) }, 'violated'],
  ['stays as a policy is restated', { 'row 2': policyRow(2, { etag: '"1"' }) }, 'violated'],
  ['stays as an arm moves a policy', { 'row 4': policyRow(3, { position: 14, etag: '"2"' }) }, 'violated'],
  ['stays with the row', { 'portfolio 2': portfolio('"1"', 'own', 10) }, 'pass'],
  ['is read too early', { 'portfolio 2': portfolio('"1"', 'own on', 9) }, 'inconclusive'],
  ['is read once more', { 'portfolio 2': [portfolio('"1"', 'own', 9), portfolio('"2"', 'own on', 10)] }, 'pass'],
  ['of an arm that is not taken', { moved: policyWrite(404, 14, { code: 'ROUTE_NOT_FOUND' }) }, 'pass'],
])('%s', (_, over, verdict) => {
  expect(judged(etagMovesWithItsRow, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('no row of its own', () => {
  expect(judged(etagMovesWithItsRow, historyOf({})).verdict).toBe('not-exercised');
});
