/**
 * The suite against members that conform and differ from the sandbox's own: what the interface leaves open, what decisions.md
 * calls may or either, what a newer member adds (VER-05). No check may fail. The sandbox serves them in its own process;
 * odd-bodies.test.ts has more, and in-between.test.ts a real proxy with sockets in its place. `npm run soak variations` has the
 * decisions at once, each alone and 200 combinations, with all checks and as many generated sequences as each asks for.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { VARIATIONS } from '../../gateway/variations/index.ts';
import { GROUPS } from '../../gateway/variations/named.ts';
import { BODIES_VARIATIONS } from '../../gateway/variations/rows/bodies.ts';
import { alarms, judgedAgainst } from './judged-against.ts';

const checks = await loadChecks();
const decisions = GROUPS['decisions'] ?? [];

/** Of each generated sequence: one of a hundred takes as long as a third of all other checks. */
const MOST_RUNS = 1;

/** A third of the time of all others. In the soak they are judged, too. */
const LONG = [
  'err/in-flight-full',
  'err/inbox-full',
  'ver/each-member-keeps-its-version',
  'ver/each-version-shows-its-changes',
];

/** The generated histories take as long as all else: of them the one of answers, and all in the soak. */
const short = checks
  .filter(({ id }) => !id.startsWith('history/') || id === 'history/one-sequence-explains-every-answer')
  .filter(({ id }) => !LONG.includes(id))
  // socket-variations.test.ts has those of the sockets.
  .filter(({ id }) => !/^(wss|mkt|tkt)\//.test(id));

test('no false alarm: every decision the other way at once', { timeout: 600_000 }, async () => {
  expect(LONG.filter((id) => !checks.some((check) => check.id === id))).toEqual([]);
  const { checks: rows } = await judgedAgainst(short, { permissive: decisions, mostRuns: MOST_RUNS });
  expect(alarms(rows)).toEqual([]);
});

test('each has a distinct name, and is in a group unless others exclude it', () => {
  const names = [...Object.keys(GROUPS), ...VARIATIONS.map(({ name }) => name)];
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  const grouped = [...(GROUPS['decisions'] ?? []), ...(GROUPS['strange'] ?? [])];
  expect(VARIATIONS.filter((one) => !grouped.includes(one))).toEqual(BODIES_VARIATIONS);
});
