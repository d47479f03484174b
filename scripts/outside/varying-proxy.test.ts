/**
 * Between the suite and a good gateway stands a proxy that varies what is free to vary: what the interface leaves open, what
 * decisions.md calls may or either, what a newer member adds (VER-05). No check of the whole suite may fail.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import { VARIATIONS } from '../../gateway/variations/index.ts';
import { judgedThrough } from './proxy/judged-through.ts';
import type { Layer } from './proxy/telling.ts';
import { asking, jsonOf, refusal } from './proxy/telling.ts';
import { alarmsOf, failed } from './varying/alarms.ts';

/** A run of the whole suite is seconds; so many at once that all of them are bearable, and neighbours in the table apart. */
const TOGETHER = 5;

const checks = await loadChecks();

const groups = Array.from({ length: TOGETHER }, (_, group) => {
  const rows = VARIATIONS.filter((__, i) => i % TOGETHER === group);
  return [rows.map(({ name }) => name).join('; '), rows] as const;
});

test.each(groups)('no false alarm: %s', { timeout: 600_000 }, async (_, rows) => {
  // One may leave another nothing to do.
  expect((await alarmsOf(rows, checks)).alarms).toEqual([]);
});

test('no false alarm: all of them at once', { timeout: 600_000 }, async () => {
  expect((await alarmsOf(VARIATIONS, checks)).alarms).toEqual([]);
});

test('a member that is busy now and then fails nothing', { timeout: 600_000 }, async () => {
  let n = 0;
  const busy: Layer = async (asked, next) => {
    n += 1;
    return n % 61 === 0 ? refusal(asked, 503, 'NOT_PRIMED', true) : next(asked);
  };
  const rows = await judgedThrough([busy], checks);
  expect(failed(rows)).toEqual([]);
});

test('a member whose register takes bodies of another shape fails nothing', {
  timeout: 600_000,
}, async () => {
  // The bodies of orders, algos and credentials are shown; these are not.
  const shaped: Layer = (asked, next) => {
    const isAssumed = /^\/(orgs|users|accounts|account-addresses|portfolios|[a-z]+-policies)/.test(asked.path);
    const body = isAssumed && asked.method !== 'GET' ? jsonOf(asked) : undefined;
    return next(body === undefined || Object.keys(body).length === 0 ? asked : asking(asked, { data: body }));
  };
  const rows = await judgedThrough([shaped], checks);
  expect(failed(rows)).toEqual([]);
});

test('each has a name of its own', () => {
  expect(new Set(VARIATIONS.map(({ name }) => name)).size).toBe(VARIATIONS.length);
});
