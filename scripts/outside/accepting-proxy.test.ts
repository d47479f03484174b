/**
 * Between the suite and a good gateway stands a member that answers every write 202 and settles it later; a retry in flight
 * attaches and answers without Idempotent-Replay. No check of the whole suite may fail.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import { judgedThrough } from './proxy/judged-through.ts';
import { accepting } from './varying/accepting.ts';
import { failed } from './varying/alarms.ts';

const checks = await loadChecks();

test.each([
  ['an outcome that says PENDING', () => ({ status: 'PENDING', family: 'orders' })],
  ['no outcome', () => undefined],
])('no false alarm while the record shows %s', { timeout: 600_000 }, async (_, pending) => {
  const rows = await judgedThrough([accepting(pending)], checks);
  expect(failed(rows)).toEqual([]);
});
