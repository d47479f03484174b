import { expect, test } from 'vitest';
import { ALGO_ROUTES } from '../../contract/routes.ts';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { algosOperations } from './algos-operations.check.ts';

type Paths = Record<string, Record<string, object>>;

const GOOD: Paths = {};
for (const { method, path } of ALGO_ROUTES) {
  GOOD[path] = { ...GOOD[path], [method.toLowerCase()]: { tags: ['Algos'] } };
}

function verdictOf(paths: Paths): string {
  const document = answer('GET /openapi.json', { status: 200, body: { paths } });
  return judged(algosOperations, historyOf({ document })).verdict;
}

test.each<[string, Paths, string]>([
  ['all twelve', GOOD, 'pass'],
  ['beside others', { ...GOOD, '/orders': { get: { tags: ['Orders'] } } }, 'pass'],
  ['one missing', { ...GOOD, '/algos/halt': {} }, 'violated'],
  ['one under another method', { ...GOOD, '/algos/halt': { put: { tags: ['Algos'] } } }, 'violated'],
  ['one under another tag', { ...GOOD, '/algos/versions': { get: { tags: ['Catalogue'] } } }, 'violated'],
  ['one under two tags', { ...GOOD, '/algos/versions': { get: { tags: ['Algos', 'Catalogue'] } } }, 'pass'],
  ['an order among them', { ...GOOD, '/orders': { get: { tags: ['Algos'] } } }, 'violated'],
])('%s', (_, paths, verdict) => {
  expect(verdictOf(paths)).toBe(verdict);
});

test('what an id is called is the document’s own', () => {
  const renamed = Object.entries(GOOD).map(([path, item]) => [path.replace('{id}', '{instanceId}'), item]);
  expect(verdictOf(Object.fromEntries(renamed) as Paths)).toBe('pass');
});
