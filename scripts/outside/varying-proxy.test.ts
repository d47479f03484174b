/**
 * Between the suite and a good gateway stands a proxy that varies what is free to vary: what the interface leaves open, what
 * decisions.md calls may or either, what a newer member adds (VER-05). No check of the whole suite may fail.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import { judgedThrough } from './proxy/judged-through.ts';
import type { Layer } from './proxy/telling.ts';
import { asking, jsonOf, refusal } from './proxy/telling.ts';
import { VARIATIONS } from './varying/table.ts';
import type { Variation } from './varying/variation.ts';
import { watched } from './varying/watched.ts';

/** A run of the whole suite is seconds; so many at once that all of them are bearable, and neighbours in the table apart. */
const TOGETHER = 5;

/** What cannot be judged where only the named fields are served: they name no state of an operation and no rejection. */
const UNSEEN = ['idem/operation-reaches-one-final-outcome', 'ord/rejection-states-its-legs'];

/** Some are of older contracts than the one that is served. */
const GOOD = ['pass', 'not-applicable'];

const checks = await loadChecks();

async function alarmsOf(variations: readonly Variation[]) {
  const busy = new Set<string>();
  const parts = variations.map((one) => watched(one.parts(), () => void busy.add(one.name)));
  const layers = parts.flatMap(({ layer }) => layer ?? []);
  const rows = await judgedThrough(
    layers,
    checks,
    parts.flatMap(({ socket }) => socket ?? []),
  );
  const alarms = rows
    .filter(
      ({ id, verdict, fault }) =>
        !GOOD.includes(verdict) && (fault === true || !UNSEEN.includes(id) || verdict === 'fail'),
    )
    .map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`);
  return { alarms, idle: variations.map(({ name }) => name).filter((name) => !busy.has(name)) };
}

const groups = Array.from({ length: TOGETHER }, (_, group) => {
  const rows = VARIATIONS.filter((__, i) => i % TOGETHER === group);
  return [rows.map(({ name }) => name).join('; '), rows] as const;
});

test.each(groups)('no false alarm: %s', { timeout: 600_000 }, async (_, rows) => {
  expect(await alarmsOf(rows)).toEqual({ alarms: [], idle: [] });
});

test('no false alarm: all of them at once', { timeout: 600_000 }, async () => {
  // One may leave another nothing to do.
  expect((await alarmsOf(VARIATIONS)).alarms).toEqual([]);
});

test('a member that is busy now and then fails nothing', { timeout: 600_000 }, async () => {
  let n = 0;
  const busy: Layer = async (asked, next) => {
    n += 1;
    return n % 61 === 0 ? refusal(asked, 503, 'NOT_PRIMED', true) : next(asked);
  };
  const rows = await judgedThrough([busy], checks);
  expect(rows.filter(({ verdict, fault }) => verdict === 'fail' || fault === true)).toEqual([]);
});

test('a member whose register takes bodies of another shape fails nothing', { timeout: 600_000 }, async () => {
  // The bodies of orders, algos and credentials are shown; these are not.
  const shaped: Layer = (asked, next) => {
    const isAssumed = /^\/(orgs|users|accounts|account-addresses|portfolios|[a-z]+-policies)/.test(asked.path);
    const body = isAssumed && asked.method !== 'GET' ? jsonOf(asked) : undefined;
    return next(body === undefined || Object.keys(body).length === 0 ? asked : asking(asked, { data: body }));
  };
  const rows = await judgedThrough([shaped], checks);
  expect(rows.filter(({ verdict, fault }) => verdict === 'fail' || fault === true)).toEqual([]);
});

test('each has a name of its own', () => {
  expect(new Set(VARIATIONS.map(({ name }) => name)).size).toBe(VARIATIONS.length);
});
