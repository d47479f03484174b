/**
 * The suite against members that conform and differ from the sandbox's own: what the interface leaves open, what decisions.md
 * calls may or either, what a newer member adds (VER-05). No check may fail. The sandbox serves them in its own process; one
 * test has a real proxy with sockets in its place. `npm run soak variations` has each alone and 200 combinations.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { VARIATIONS } from '../../gateway/variations/index.ts';
import type { Layer } from '../../gateway/variations/layer.ts';
import { jsonOf, refusal, withBody } from '../../gateway/variations/layer.ts';
import { GROUPS } from '../../gateway/variations/named.ts';
import { type Variation, variation } from '../../gateway/variations/variation.ts';
import { judgedThrough } from './proxy/judged-through.ts';
import { alarmsOf, failed, judgedPermissively } from './varying/alarms.ts';
import { combination } from './varying/combination.ts';

const checks = await loadChecks();
const decisions = GROUPS['decisions'] ?? [];

test('no false alarm: every decision the other way at once', { timeout: 600_000 }, async () => {
  expect((await alarmsOf(decisions, checks)).alarms).toEqual([]);
});

test.each([1, 2])('no false alarm: the combination of seed %i', { timeout: 600_000 }, async (seed) => {
  expect((await alarmsOf(combination(decisions, seed), checks)).alarms).toEqual([]);
});

/** Changes one thing that is no variation of the table. */
const oneOff = (name: string, layer: () => Layer): Variation => variation(name, [], name, layer);

test('a member that is busy now and then fails nothing', { timeout: 600_000 }, async () => {
  const busy = oneOff('busy', () => {
    let n = 0;
    return async (request, next) => {
      n += 1;
      return n % 61 === 0 ? refusal(request, 503, 'NOT_PRIMED', true) : next(request);
    };
  });
  expect(failed(await judgedPermissively([busy], checks))).toEqual([]);
});

test('a member whose register takes bodies of another shape fails nothing', { timeout: 600_000 }, async () => {
  // The bodies of orders, algos and credentials are shown; these are not.
  const shaped = oneOff('shaped', () => (request, next) => {
    const isAssumed = /^\/(orgs|users|accounts|account-addresses|portfolios|[a-z]+-policies)/.test(request.path);
    const body = isAssumed && request.method !== 'GET' ? jsonOf(request) : undefined;
    return next(body === undefined || Object.keys(body).length === 0 ? request : withBody(request, { data: body }));
  });
  expect(failed(await judgedPermissively([shaped], checks))).toEqual([]);
});

test('through a real proxy with sockets the suite judges alike', { timeout: 600_000 }, async () => {
  const some = checks.filter(({ id }) =>
    /^(idem\/retried|ord\/submit|page\/(orders|algos)|tkt\/(opens|expired)|wss\/(grant|greet|re))/.test(id),
  );
  const verdicts = (rows: Awaited<ReturnType<typeof judgedThrough>>) => rows.map(({ id, verdict }) => [id, verdict]);
  const inProcess = await judgedPermissively(decisions, some);
  const parts = decisions.map((one) => one.parts(startStopwatch()));
  const layers = parts.flatMap(({ layer }) => layer ?? []);
  const proxied = await judgedThrough(
    layers,
    some,
    parts.flatMap(({ socket }) => socket ?? []),
  );
  expect(some.length).toBeGreaterThan(5);
  expect(verdicts(inProcess)).toEqual(verdicts(proxied));
});

test('each has a name of its own, and is in a group', () => {
  const names = [...Object.keys(GROUPS), ...VARIATIONS.map(({ name }) => name)];
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  const grouped = [...(GROUPS['decisions'] ?? []), ...(GROUPS['strange'] ?? [])];
  expect(VARIATIONS.filter((one) => !grouped.includes(one))).toEqual([]);
});
