/**
 * Between the suite and a good gateway stands a proxy that breaks one sentence of the interface at a time: the suite fails,
 * and blames that sentence. The rows were written from the interface, not from the known-bad members of gateway/defects.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import { survivedBy } from './breaking/survived.ts';
import { BREAKAGES } from './breaking/table.ts';

const checks = await loadChecks();

test.each(BREAKAGES)('$breaks: $name', { timeout: 120_000 }, async (row) => {
  expect(await survivedBy(row, checks)).toEqual({ survived: [], faults: [] });
});

test('every requirement that a check proves is broken by one', () => {
  const broken = new Set(BREAKAGES.flatMap(({ breaks }) => breaks));
  const proved = new Set(checks.flatMap(({ proves }) => proves));
  expect([...proved].filter((id) => !broken.has(id)).sort()).toEqual([]);
});

test('each has a name of its own', () => {
  const names = BREAKAGES.map(({ name, breaks }) => `${breaks.join(' ')}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
});
