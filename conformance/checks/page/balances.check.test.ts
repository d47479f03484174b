import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { balances } from './balances.check.ts';
import { type Story, storyOf } from './sample-paged.ts';

const PATH = '/account-balances';
const rowsOf = (...keys: readonly (readonly [number, number])[]) =>
  keys.map(([accountId, assetId]) => ({ accountId, assetId }));
const SIX = storyOf(PATH, rowsOf([1, 1], [1, 2], [2, 1], [2, 5], [3, 1], [3, 4]));

const refused = answer(`GET ${PATH}`, { status: 400, code: 'INVALID_CURSOR' });
const served = answer(`GET ${PATH}`, { status: 200 });
const cursors = (own: typeof refused, other: typeof refused): Story => ({ own: [own], other: [other] });

test.each<[string, Story, string]>([
  ['by account, then by asset', SIX, 'pass'],
  ['by asset, then by account', storyOf(PATH, rowsOf([1, 1], [2, 1], [3, 1], [1, 2], [3, 4], [2, 5])), 'PAGE-14'],
  ['assets descending', storyOf(PATH, rowsOf([1, 2], [1, 1], [2, 5], [2, 1], [3, 4], [3, 1])), 'PAGE-14'],
  ['one reading alone', storyOf(PATH, rowsOf([1, 1])), 'not-exercised'],
  ['a cursor of all accounts, for one', { ...SIX, ...cursors(served, refused) }, 'pass'],
  ['a cursor of all accounts is taken for one', { ...SIX, ...cursors(served, served) }, 'PAGE-10'],
  ['a cursor that is good for nothing', { ...SIX, ...cursors(refused, refused) }, 'inconclusive'],
])('%s', (_, story, verdict) => {
  const judgement = judged(balances, historyOf(story));
  expect(judgement.verdict === 'violated' ? String(judgement.breaks) : judgement.verdict).toBe(verdict);
});
