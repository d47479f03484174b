/** The facts that a platform keeps of other processes, and the messages between them. */
import { describe, expect, test } from 'vitest';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import type { ExchangeContent } from '../../../gateway/http/exchange-event.ts';
import { createClock } from '../../clock.ts';
import { recordAt } from '../../testing/sample-log.ts';
import { fromMessage, toMessage } from './exchange-reports.ts';
import { memberProcesses } from './member-processes.ts';
import type { SyncRequest } from './messages.ts';
import { remoteSeats } from './remote-seats.ts';
import { standbyProcesses } from './standby-processes.ts';
import { createStreamRecords } from './stream-records.ts';

const clock = createClock({ mode: 'virtual' });
const PLANS = [{ version: '0.14.0' }] as const;
const PLACE = { host: 'here', pid: 7, sinceNs: '1', gatewayUrl: null };
const report = (process: string, over: Partial<SyncRequest> = {}): SyncRequest => {
  return { process, place: PLACE, plans: PLANS, names: [], worlds: {}, ordersDone: 0, ...over };
};

describe('the names of members of other processes', () => {
  test('are the first free ones, in addition to those of the platform itself', () => {
    const processes = memberProcesses(clock, (name) => name === 'm1');
    const two = [...PLANS, { version: '0.13.0' }] as const;
    expect(processes.receive(report('a', { plans: two }))?.names).toEqual(['m2', 'm3']);
    expect(processes.receive(report('b'))?.names).toEqual(['m4']);
    expect(processes.receive(report('a', { plans: two, names: ['m2', 'm3'] }))?.names).toEqual(['m2', 'm3']);
  });

  test('stay those that a process had under the former platform, unless another has them by now', () => {
    const processes = memberProcesses(clock, () => false);
    expect(processes.receive(report('a', { names: ['m7'] }))?.names).toEqual(['m7']);
    expect(processes.receive(report('b', { names: ['m7'] }))?.names).toEqual(['m1']);
  });

  test('are free again once their process leaves, or sent no report for four seconds', async () => {
    const processes = memberProcesses(clock, () => false);
    processes.receive(report('a'));
    expect(processes.receive(report('a', { leaving: true }))).toBeUndefined();
    expect(processes.receive(report('b'))?.names).toEqual(['m1']);
    await clock.advance(4_000);
    expect(processes.list().map(({ id }) => id)).toEqual(['b']);
    await clock.advance(1);
    expect(processes.list()).toEqual([]);
    expect(processes.receive(report('c'))?.names).toEqual(['m1']);
  });

  test('are the same again where a process was silent for longer: a busy machine renames no member', async () => {
    const processes = memberProcesses(clock, (name) => seats.has(name));
    const seats = remoteSeats({ name: 'default', addMark: () => undefined }, processes, () => undefined);
    const status = { ...PLANS[0], name: 'm1', lagMs: 0, state: 'serving', position: 1 } as const;
    const seat = { ...status, inFlight: 0, sessions: 0, openSessions: [] };
    const worlds = { default: { epoch: 1, revision: 1, seats: [seat], quotes: [] } };
    const reportNames = (names: readonly string[]) => {
      const entry = processes.receive(report('a', { names, worlds }));
      if (entry !== undefined) seats.receive(entry);
      return entry?.names;
    };
    expect(reportNames([])).toEqual(['m1']);
    await clock.advance(5_000);
    expect(reportNames(['m1'])).toEqual(['m1']);
    expect(seats.list().map(({ name }) => name)).toEqual(['m1']);
  });
});

test('an order is sent until its process reports that it is carried out; a later platform continues the numbers', () => {
  const processes = memberProcesses(clock, () => false);
  const ordersOf = (ordersDone: number) => processes.receive(report('a', { ordersDone }))?.orders.map(({ n }) => n);
  const first = processes.receive(report('a'));
  first?.give('default', 'm1', { does: 'leave' });
  first?.give('default', 'm1', { does: 'lag', ms: 5 });
  expect([ordersOf(0), ordersOf(1), ordersOf(2)]).toEqual([[1, 2], [2], []]);
  const later = memberProcesses(clock, () => false);
  later.receive(report('a', { ordersDone: 9 }))?.give('default', 'm1', { does: 'leave' });
  expect(later.receive(report('a', { ordersDone: 9 }))?.orders.map(({ n }) => n)).toEqual([10]);
});

test('a standby is known until it leaves, or sent no report for four seconds', async () => {
  const standbys = standbyProcesses(clock);
  const ids = () => standbys.list().map(({ id }) => id);
  for (const id of ['a', 'b', 'c']) standbys.receive({ id, ...PLACE, controlUrl: null });
  standbys.receive({ id: 'c', ...PLACE, controlUrl: null, leaving: true });
  expect(ids()).toEqual(['a', 'b']);
  await clock.advance(3_000);
  standbys.receive({ id: 'b', ...PLACE, controlUrl: null });
  await clock.advance(1_001);
  expect(ids()).toEqual(['b']);
});

test('a follower of the records receives those that exist at once, then each new one once; none after a gap', async () => {
  const records = createStreamRecords();
  const received: number[] = [];
  let reached = 0;
  void records.reached(3).then(() => {
    reached = records.head();
  });
  const add = (position: number) => records.add(recordAt(position) satisfies SequencedRecord);
  for (const position of [1, 2]) add(position);
  const following = records.follow(1, ({ position }) => received.push(position));
  await records.reached(1);
  expect([received, reached]).toEqual([[2], 0]);
  add(3);
  await records.reached(3);
  following.stop();
  add(4);
  expect([received, reached, records.head()]).toEqual([[2, 3], 3, 4]);
  expect(() => add(6)).toThrow('position 6 does not follow 4');
});

const CONTENT: ExchangeContent = {
  ...{ target: '/me?x=1', requestHeaders: ['Host', 'a'], requestBody: '{"a":1}' },
  ...{ responseHeaders: { Date: 'now' }, responseBody: '{}' },
};
const LONG = 65_537;

test.each<[string, Partial<ExchangeContent>, Partial<ExchangeContent>]>([
  ['a text', {}, {}],
  ['bytes', { responseBody: Buffer.from([0, 255, 10]) }, {}],
  ['a frame', { responseBody: { op: 'auth' } }, {}],
  ['no bodies', { requestBody: null, responseBody: null }, {}],
  ['a long request', { requestBody: 'x'.repeat(LONG) }, { requestBody: null }],
  ['a long answer', { responseBody: 'x'.repeat(LONG) }, { responseBody: null }],
  ['long bytes', { responseBody: Buffer.alloc(LONG) }, { responseBody: null }],
])('a content arrives as it was, without what is too long: %s', (_, over, without) => {
  const text = JSON.stringify(toMessage({ ...CONTENT, ...over }));
  expect(fromMessage(JSON.parse(text))).toEqual({ ...CONTENT, ...over, ...without });
});
