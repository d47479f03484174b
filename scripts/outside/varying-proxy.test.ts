/**
 * Between the suite and a good gateway stands a proxy that varies what is free to vary: what the interface leaves open, what
 * decisions.md calls may or either, what a newer member adds (VER-05). No check of the whole suite may fail.
 */
import { expect, test } from 'vitest';
import type { Check } from '../../conformance/runner/check.ts';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import type { CheckRow } from '../../conformance/runner/run-record.ts';
import { judgedThrough } from './proxy/judged-through.ts';
import type { SocketLayer } from './proxy/talk.ts';
import type { Layer } from './proxy/telling.ts';
import { asking, jsonOf, refusal } from './proxy/telling.ts';
import { IN_CHOICES_OF_MARKET_DATA } from './varying/in-choices-of-market-data.ts';
import { busyNowAndThen, IN_CHOICES_OF_SESSIONS, withoutTheAssumedOps } from './varying/in-choices-of-sessions.ts';
import { IN_FRAMES } from './varying/in-frames.ts';
import { cuttingOffTheRefused, IN_TICKETS } from './varying/in-tickets.ts';
import { VARIATIONS } from './varying/table.ts';
import type { Variation } from './varying/variation.ts';
import { watched } from './varying/watched.ts';

/** A run of the whole suite is seconds; so many at once that all of them are bearable, and neighbours in the table apart. */
const TOGETHER = 5;

/**
 * What cannot be judged where only the named fields are served, for they name no state of an operation and no rejection;
 * where a token without an expiry opens nothing (A93); of what is assumed of the sandbox's own member.
 */
const UNSEEN = [
  'idem/operation-reaches-one-final-outcome',
  'ord/rejection-states-its-legs',
  'wss/never-expires',
  'wss/one-kind-name-of-orders',
];

/** Some are of older contracts than the one that is served. */
const GOOD = ['pass', 'not-applicable'];

const checks = await loadChecks();

async function alarmsOf(variations: readonly Variation[], by: readonly Check[] = checks) {
  const busy = new Set<string>();
  const parts = variations.map((one) => watched(one.parts(), () => void busy.add(one.name)));
  const layers = parts.flatMap(({ layer }) => layer ?? []);
  const rows = await judgedThrough(
    layers,
    by,
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

test.concurrent.each(groups)('no false alarm: %s', { timeout: 600_000 }, async (_, rows) => {
  // One may leave another nothing to do.
  expect((await alarmsOf(rows)).alarms).toEqual([]);
});

test.concurrent('no false alarm: all of them at once', { timeout: 600_000 }, async () => {
  expect((await alarmsOf(VARIATIONS)).alarms).toEqual([]);
});

test.concurrent('a member that is busy now and then fails nothing', { timeout: 600_000 }, async () => {
  let n = 0;
  const busy: Layer = async (asked, next) => {
    n += 1;
    return n % 61 === 0 ? refusal(asked, 503, 'NOT_PRIMED', true) : next(asked);
  };
  const rows = await judgedThrough([busy], checks);
  expect(rows.filter(({ verdict, fault }) => verdict === 'fail' || fault === true)).toEqual([]);
});

test.concurrent('a member whose register takes bodies of another shape fails nothing', {
  timeout: 600_000,
}, async () => {
  // The bodies of orders, algos and credentials are shown; these are not.
  const shaped: Layer = (asked, next) => {
    const isAssumed = /^\/(orgs|users|accounts|account-addresses|portfolios|[a-z]+-policies)/.test(asked.path);
    const body = isAssumed && asked.method !== 'GET' ? jsonOf(asked) : undefined;
    return next(body === undefined || Object.keys(body).length === 0 ? asked : asking(asked, { data: body }));
  };
  const rows = await judgedThrough([shaped], checks);
  expect(rows.filter(({ verdict, fault }) => verdict === 'fail' || fault === true)).toEqual([]);
});

/** What a handshake, a frame or a ticket is judged by. */
const ofSockets = checks.filter(({ id }) => /^(tkt|wss|mkt|history\/sessions)/.test(id));

const VARIATIONS_OF_SOCKETS = [...IN_FRAMES, ...IN_TICKETS, ...IN_CHOICES_OF_SESSIONS, ...IN_CHOICES_OF_MARKET_DATA];

test.concurrent.each(VARIATIONS_OF_SOCKETS)(
  'alone it does something, and raises no alarm: $name',
  { timeout: 600_000 },
  async (row) => {
    expect(await alarmsOf([row], ofSockets)).toEqual({ alarms: [], idle: [] });
  },
);

const failed = (rows: readonly CheckRow[]) => rows.filter(({ verdict, fault }) => verdict === 'fail' || fault === true);

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

test('each has a name of its own', () => {
  expect(new Set(VARIATIONS.map(({ name }) => name)).size).toBe(VARIATIONS.length);
});
