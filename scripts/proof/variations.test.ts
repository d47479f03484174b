/**
 * Runs the suite against conforming members that differ from the sandbox's own: in points that the interface leaves open or
 * decisions.md calls may or either, and in additions of newer members (VER-05). No check may fail. The sandbox serves them in its
 * own process. odd-bodies.test.ts has more. It takes some cases of each check, and at least one. `npm run soak variations` runs
 * all decisions at once, each alone and 200 combinations, with all checks, all their cases and all their runs.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { VARIATIONS } from '../../gateway/variations/index.ts';
import { GROUPS } from '../../gateway/variations/named.ts';
import { BODIES_VARIATIONS } from '../../gateway/variations/rows/bodies.ts';
import { alarms, judgedAgainst, overBudget } from './judged-against.ts';

const checks = await loadChecks();
const decisions = GROUPS['decisions'] ?? [];

/** Runs of each generated sequence. A hundred runs take as long as a third of all other checks. */
const MOST_RUNS = 1;

/** All cases take three times as many. */
const REQUESTS = 2_400;

/** These take a third of the time of all others. The soak runs them, too. */
const LONG = [
  'err/in-flight-full',
  'err/inbox-full',
  'ver/each-member-keeps-its-version',
  'ver/each-version-shows-its-changes',
];

/** The generated histories take as long as all other checks: only the one of answers runs here. The soak runs all. */
const short = checks
  .filter(({ id }) => !id.startsWith('history/') || id === 'history/one-sequence-explains-every-answer')
  .filter(({ id }) => !LONG.includes(id))
  // socket-variations.test.ts runs the checks of sockets.
  .filter(({ id }) => !/^(wss|mkt|tkt)\//.test(id));

test('no false alarm: every decision takes the other branch at once', { timeout: 600_000 }, async () => {
  expect(LONG.filter((id) => !checks.some((check) => check.id === id))).toEqual([]);
  const varied = { permissive: decisions, mostRuns: MOST_RUNS };
  const { checks: rows } = await judgedAgainst(short, { ...varied, requests: REQUESTS });
  expect(alarms(rows)).toEqual([]);
  const { checks: others } = await judgedAgainst(overBudget(short, rows), varied);
  expect(alarms(others)).toEqual([]);
});

test('each has a distinct name, and is in a group unless others exclude it', () => {
  const names = [...Object.keys(GROUPS), ...VARIATIONS.map(({ name }) => name)];
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  const grouped = [...(GROUPS['decisions'] ?? []), ...(GROUPS['strange'] ?? [])];
  expect(VARIATIONS.filter((one) => !grouped.includes(one))).toEqual(BODIES_VARIATIONS);
});
