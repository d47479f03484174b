import { expect, test } from 'vitest';
import { loadChecks } from '../plan/load-checks.ts';
import { DECISIONS_OF_CHECKS } from './decisions-of-checks.ts';

test('every check of the table is in the suite', async () => {
  const ids = new Set((await loadChecks()).map(({ id }) => id));
  expect(Object.keys(DECISIONS_OF_CHECKS).filter((id) => !ids.has(id))).toEqual([]);
});
