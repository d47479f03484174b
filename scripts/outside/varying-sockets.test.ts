/**
 * Each freedom of tickets and sockets alone, and members that cannot be judged in everything: none is blamed. Every row has a
 * sandbox and a proxy of its own, and many wait.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import { FRAMES_VARIATIONS } from '../../gateway/variations/rows/frames.ts';
import { MARKET_DATA_VARIATIONS } from '../../gateway/variations/rows/market-data.ts';
import { busyNowAndThen, SESSIONS_VARIATIONS, withoutTheAssumedOps } from '../../gateway/variations/rows/sessions.ts';
import { cuttingOffTheRefused, TICKETS_VARIATIONS } from '../../gateway/variations/rows/tickets.ts';
import { judgedThrough } from './proxy/judged-through.ts';
import type { SocketLayer } from './proxy/talk.ts';
import type { Layer } from './proxy/telling.ts';
import { alarmsOf, failed } from './varying/alarms.ts';

const checks = await loadChecks();

/** What a handshake, a frame or a ticket is judged by. */
const ofSockets = checks.filter(({ id }) => /^(tkt|wss|mkt|history\/sessions)/.test(id));

const OF_SOCKETS = [...FRAMES_VARIATIONS, ...TICKETS_VARIATIONS, ...SESSIONS_VARIATIONS, ...MARKET_DATA_VARIATIONS];

test.concurrent.each(OF_SOCKETS)(
  'alone it does something, and raises no alarm: $name',
  { timeout: 600_000 },
  async (row) => {
    expect(await alarmsOf([row], ofSockets)).toEqual({ alarms: [], idle: [] });
  },
);

/** On the way, in each direction. */
const SLOW_MS = 40;

/** Everything takes its time. */
const slowly: SocketLayer = () => ({ wire: { delayMs: SLOW_MS } });
const late: Layer = async (asked, next) => ({ ...(await next(asked)), wire: { delayMs: SLOW_MS } });

test.concurrent.each<[string, Layer[], SocketLayer[], Parameters<typeof judgedThrough>[3]]>([
  ['a session that is busy now and then', [], [busyNowAndThen(7)], {}],
  ['a session without the operations that are assumed', [], [withoutTheAssumedOps], {}],
  ['a door that cuts off whom it refuses', [cuttingOffTheRefused], [], {}],
  ['a lead time of five seconds', [], [], { limits: { sessionExpiringLeadMs: 5_000 } }],
  ['a lead time of five minutes', [], [], { limits: { sessionExpiringLeadMs: 300_000 } }],
  ['who says nothing is closed soon', [], [], { limits: { unauthenticatedIdleMs: 400 } }],
  ['who says nothing is let be', [], [], { limits: { unauthenticatedIdleMs: 86_400_000 } }],
  ['all takes its time', [late], [slowly], {}],
  ['all takes its time, on a clock that runs', [late], [slowly], { clock: 'real' }],
])('%s fails nothing', { timeout: 600_000 }, async (_, layers, sockets, through) => {
  expect(failed(await judgedThrough(layers, ofSockets, sockets, through))).toEqual([]);
});
