import { expect, test } from 'vitest';
import { REGISTER } from '../../contract/register.ts';
import { judged } from '../../testing/judges.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { registerCollections } from './register-collections.check.ts';
import { type Story, storyOf } from './sample-paged.ts';

/** `rows` of each collection, of these ids. */
function storiesOf(ids: (path: string) => readonly number[]): Story {
  return Object.assign(
    {},
    ...REGISTER.map(({ path, id }) =>
      storyOf(
        path,
        ids(path).map((key) => ({ [id]: key })),
      ),
    ),
  );
}

test.each<[string, (path: string) => readonly number[], string]>([
  ['ascending', () => [1, 3, 4, 7, 8, 11], 'pass'],
  ['users by another order', (path) => (path === '/users' ? [3, 1, 4, 7, 8, 11] : [1, 3, 4, 7, 8, 11]), 'violated'],
  ['all empty but for one row each', () => [1], 'not-exercised'],
])('%s', (_, ids, verdict) => {
  expect(judged(registerCollections, historyOf(storiesOf(ids))).verdict).toBe(verdict);
});
