/** Allowed variations of tickets and sockets, and members that cannot be judged completely: no check blames them. */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import type { SocketLayer } from '../../gateway/variations/frames.ts';
import type { Layer } from '../../gateway/variations/layer.ts';
import { FRAMES_VARIATIONS } from '../../gateway/variations/rows/frames.ts';
import { MARKET_DATA_VARIATIONS } from '../../gateway/variations/rows/market-data.ts';
import { busyNowAndThen, SESSIONS_VARIATIONS, withoutTheAssumedOps } from '../../gateway/variations/rows/sessions.ts';
import { cuttingOffTheRefused, TICKETS_VARIATIONS } from '../../gateway/variations/rows/tickets.ts';
import type { Parts, Variation } from '../../gateway/variations/variation.ts';
import { type Against, alarms, judgedAgainst } from './judged-against.ts';

const checks = await loadChecks();

/** The checks of handshakes, frames and tickets. */
const ofSockets = checks.filter(({ id }) => /^(tkt|wss|mkt|history\/sessions)/.test(id));

/** Runs of generated sequences. `npm run soak variations` runs all. */
const MOST_RUNS = 1;

/** Delay of each message, in each direction. */
const SLOW_MS = 40;
const slowly: SocketLayer = () => ({ wire: { delayMs: SLOW_MS } });
const late: Layer = async (request, next) => ({ ...(await next(request)), wire: { delayMs: SLOW_MS } });

/** Checks that wait a minute for more tickets, or half a minute for a ticket to expire. A slow connection does not affect them. */
const WAITING = ['tkt/limit-is-reached', 'tkt/expired-ticket'];
/** Checks that wait for a lease to end would wait in real time. */
const quick = ofSockets.filter(
  ({ waits, id }) => waits === undefined && !id.startsWith('history/') && !WAITING.includes(id),
);

// It waits more than it computes. It starts first, in three parallel parts, and ends before the others.
test.concurrent.each([0, 1, 2])(
  'a delay of 40 ms each way, on a running clock, fails no check: third %i',
  { timeout: 600_000 },
  async (third) => {
    const name = 'a slow connection';
    const varied: Variation = { name, decision: [], story: name, parts: () => ({ layer: late, socket: slowly }) };
    const some = quick.filter((_, i) => i % 3 === third);
    const { checks: rows } = await judgedAgainst(some, { clock: 'real', permissive: [varied], mostRuns: MOST_RUNS });
    expect(alarms(rows)).toEqual([]);
  },
);

test.concurrent.each([
  ['frames and market data', [...FRAMES_VARIATIONS, ...MARKET_DATA_VARIATIONS]],
  ['tickets and sessions', [...TICKETS_VARIATIONS, ...SESSIONS_VARIATIONS]],
] as const)('all allowed variations of %s at once raise no alarm', { timeout: 600_000 }, async (_, rows) => {
  const { checks: judged } = await judgedAgainst(ofSockets, { permissive: rows, mostRuns: MOST_RUNS });
  expect(alarms(judged)).toEqual([]);
});

test.concurrent.each<[string, Parts, Against]>([
  [
    'a session that is sometimes busy, with a lead time of five minutes',
    { socket: busyNowAndThen(7) },
    { limits: { sessionExpiringLeadMs: 300_000 } },
  ],
  [
    'a session without the operations that are assumed, that is closed early if it does not authenticate',
    { socket: withoutTheAssumedOps },
    { limits: { unauthenticatedIdleMs: 400 } },
  ],
  ['a handshake whose refusal ends the connection', { layer: cuttingOffTheRefused }, {}],
])('%s fails no check', { timeout: 600_000 }, async (name, parts, against) => {
  const varied: Variation = { name, decision: [], story: name, parts: () => parts };
  const { checks: rows } = await judgedAgainst(ofSockets, { ...against, permissive: [varied], mostRuns: MOST_RUNS });
  expect(alarms(rows)).toEqual([]);
});
