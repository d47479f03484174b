/**
 * The suite against a member that conforms, is busy now and then, promises every write with a 202 and has another register.
 * No check may fail. And through a real proxy with sockets the suite judges just as in one process.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { jsonOf, refusal, withBody } from '../../gateway/variations/layer.ts';
import { GROUPS, variationsNamed } from '../../gateway/variations/named.ts';
import { alarms, judgedAgainst, oneOff } from './judged-against.ts';
import { judgedThrough } from './proxy/judged-through.ts';
import { combination } from './variations/combination.ts';

const checks = await loadChecks();
const decisions = GROUPS['decisions'] ?? [];

/** Of each generated sequence; `npm run soak variations` has all. */
const MOST_RUNS = 8;

/** Every 61st request is refused by a member that is not primed. */
const busy = oneOff('busy', () => {
  let n = 0;
  return async (request, next) => {
    n += 1;
    return n % 61 === 0 ? refusal(request, 503, 'NOT_PRIMED', true) : next(request);
  };
});

/** The register takes bodies of another shape. Those of orders, algos and credentials are in the interface; these are not. */
const shaped = oneOff('shaped', () => (request, next) => {
  const isAssumed = /^\/(orgs|users|accounts|account-addresses|portfolios|[a-z]+-policies)/.test(request.path);
  const body = isAssumed && request.method !== 'GET' ? jsonOf(request) : undefined;
  return next(body === undefined || Object.keys(body).length === 0 ? request : withBody(request, { data: body }));
});

test('no false alarm: a busy member that promises every write, whose register differs', {
  timeout: 600_000,
}, async () => {
  const promising = variationsNamed(['every-write-202', 'pending-without-outcome']);
  const permissive = [...new Set([busy, shaped, ...promising, ...combination(decisions, 1)])];
  // What reads alone, older members and sockets: above.
  const writing = checks.filter(
    ({ id, needs }) => needs.includes('writes') && !/^(history|ver|wss|mkt|tkt)\//.test(id),
  );
  const { checks: rows } = await judgedAgainst(writing, { permissive, mostRuns: MOST_RUNS });
  expect(writing.length).toBeGreaterThan(100);
  expect(alarms(rows)).toEqual([]);
});

test('through a real proxy with sockets the suite judges alike', { timeout: 600_000 }, async () => {
  const some = checks.filter(({ id }) =>
    /^(idem\/retried|ord\/submit|page\/(orders|algos)|tkt\/(opens|expired)|wss\/(grant|greet|re))/.test(id),
  );
  const verdicts = (rows: Awaited<ReturnType<typeof judgedThrough>>) => rows.map(({ id, verdict }) => [id, verdict]);
  const { checks: inProcess } = await judgedAgainst(some, { permissive: decisions });
  const parts = decisions.map((one) => one.parts(startStopwatch()));
  const layers = parts.flatMap(({ layer }) => layer ?? []);
  const socketLayers = parts.flatMap(({ socket }) => socket ?? []);
  const proxied = await judgedThrough(layers, some, socketLayers);
  expect(some.length).toBeGreaterThan(5);
  expect(verdicts(inProcess)).toEqual(verdicts(proxied));
});
