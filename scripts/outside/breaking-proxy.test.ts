/**
 * Between the suite and a good gateway stands a proxy that breaks one sentence of the interface at a time: the suite fails,
 * and blames that sentence. The rows were written from the interface, not from the known-bad members of gateway/defects.
 * Here are two of each requirement; `npm run soak breaking` has all.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import { survivedBy } from './breaking/survived.ts';
import { BREAKAGES } from './breaking/table.ts';
import { judgedThrough } from './proxy/judged-through.ts';

const checks = await loadChecks();

const OF_EACH = 2;
const counts = new Map<string, number>();
const some = BREAKAGES.filter(({ breaks }) => {
  const isWanted = breaks.some((id) => (counts.get(id) ?? 0) < OF_EACH);
  if (isWanted) for (const id of breaks) counts.set(id, (counts.get(id) ?? 0) + 1);
  return isWanted;
});

// Each has a sandbox and a proxy of its own, and many wait for an answer that never comes.
test.concurrent.each(some)('$breaks: $name', { timeout: 300_000 }, async (row) => {
  expect(await survivedBy(row, checks)).toEqual({ survived: [], faults: [] });
});

test('through a proxy that breaks nothing every check of sockets and tickets passes', {
  timeout: 120_000,
}, async () => {
  const ofSockets = checks.filter(({ id, until, socketContract }) => {
    return /^(tkt|wss|mkt)\//.test(id) && until === undefined && socketContract?.until === undefined;
  });
  const rows = await judgedThrough([], ofSockets, [() => ({})]);
  // The topics and events of orders are the sandbox's own, and are asked for at its own address alone.
  const others = rows.filter(({ id, verdict }) => verdict !== 'pass' && id !== 'wss/one-kind-name-of-orders');
  expect(others.map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`)).toEqual([]);
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
