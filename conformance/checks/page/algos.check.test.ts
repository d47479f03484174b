import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { algos } from './algos.check.ts';
import { type Story, storyOf } from './sample-paged.ts';

const UP = [1, 3, 4, 7, 8, 11];
const DOWN = UP.toReversed();

const instances = (...ids: readonly number[]) =>
  storyOf(
    '/algos/instances',
    ids.map((instanceId) => ({ instanceId })),
  );
const versions = (...keys: readonly string[]) =>
  storyOf(
    '/algos/versions',
    keys.map((key) => ({ pool: key.slice(0, 1), algoVersionId: Number(key.slice(1)) })),
  );
const ordersOf = (ids: readonly number[]) =>
  storyOf(
    '/algos/instances/7/orders',
    ids.map((orderId) => ({ orderId: `${orderId}` })),
  );
const documents = (seqs: readonly number[], orders: readonly number[] = DOWN) => ({
  ...storyOf(
    '/algos/instances/7/configs',
    seqs.map((seq) => ({ seq })),
  ),
  ...ordersOf(orders),
});

const CATALOGUE = versions('b2', 'b1', 'a9', 'a3', 'c1', 'c2');

test.each<[string, Story, string, string]>([
  ['ascending', { ...instances(...UP), ...CATALOGUE }, 'pass', 'pass'],
  ['descending', { ...instances(...DOWN), ...CATALOGUE }, 'pass', 'violated'],
  ['of no direction', { ...instances(1, 4, 3, 7, 8, 11), ...CATALOGUE }, 'violated', 'violated'],
  ['a version twice', { ...instances(...UP), ...versions('a1', 'a1', 'b1', 'b2', 'c1', 'c2') }, 'violated', 'violated'],
  ['documents descending', { ...instances(...UP), ...CATALOGUE, ...documents(DOWN) }, 'pass', 'violated'],
  ['orders descending', { ...instances(...UP), ...CATALOGUE, ...documents(UP) }, 'pass', 'pass'],
  ['orders ascending', { ...instances(...UP), ...CATALOGUE, ...documents(UP, UP) }, 'violated', 'violated'],
  ['nothing there', { ...instances(), ...versions() }, 'not-exercised', 'not-exercised'],
])('%s', (_, story, deployed, strict) => {
  const verdicts = [false, true].map((is) => judged(algos, historyOf(story, { strict: is })).verdict);
  expect(verdicts).toEqual([deployed, strict]);
});
