import { describe, expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import { memberProcesses } from './member-processes.ts';
import type { SyncRequest } from './messages.ts';
import { remoteSeats } from './remote-seats.ts';

const clock = createClock({ mode: 'virtual' });
const report = (process: string, over: Partial<SyncRequest> = {}): SyncRequest => {
  const place = { host: 'here', pid: 7, sinceNs: '1', gatewayUrl: null };
  return { process, place, plans: [{ version: '0.14.0' }], names: [], worlds: {}, ordersDone: 0, ...over };
};
const two = [{ version: '0.14.0' }, { version: '0.13.0' }] as const;

describe('the names of members of other processes', () => {
  test('are the first free ones, beside those of the platform itself', () => {
    const processes = memberProcesses(clock, (name) => name === 'm1');
    expect(processes.hear(report('a', { plans: two }))?.names).toEqual(['m2', 'm3']);
    expect(processes.hear(report('b'))?.names).toEqual(['m4']);
    expect(processes.hear(report('a', { plans: two, names: ['m2', 'm3'] }))?.names).toEqual(['m2', 'm3']);
  });

  test('stay those that a process had under the former platform, unless another has them by now', () => {
    const processes = memberProcesses(clock, () => false);
    expect(processes.hear(report('a', { names: ['m7'] }))?.names).toEqual(['m7']);
    expect(processes.hear(report('b', { names: ['m7'] }))?.names).toEqual(['m1']);
  });

  test('are free again once their process says that it leaves', () => {
    const processes = memberProcesses(clock, () => false);
    processes.hear(report('a'));
    expect(processes.hear(report('a', { leaving: true }))).toBeUndefined();
    expect(processes.hear(report('b'))?.names).toEqual(['m1']);
  });

  test('are free again once their process has not been heard of for four seconds', async () => {
    const processes = memberProcesses(clock, () => false);
    processes.hear(report('a'));
    await clock.advance(4_000);
    expect(processes.list().map(({ id }) => id)).toEqual(['a']);
    await clock.advance(1);
    expect(processes.list()).toEqual([]);
    expect(processes.hear(report('b'))?.names).toEqual(['m1']);
  });

  test('are the same again where a process was silent for longer: a busy machine renames no member', async () => {
    const plans = [{ version: '0.14.0' }] as const;
    const processes = memberProcesses(clock, (name) => seats.has(name));
    const seats = remoteSeats('default', processes, () => undefined);
    const status = { ...plans[0], name: 'm1', lagMs: 0, state: 'serving', position: 1 } as const;
    const seat = { ...status, inFlight: 0, sessions: 0, openSessions: [] };
    const worlds = { default: { epoch: 1, revision: 1, seats: [seat], quotes: [] } };
    const hear = (names: readonly string[]) => {
      const entry = processes.hear(report('a', { names, worlds }));
      if (entry !== undefined) seats.hear(entry);
      return entry?.names;
    };
    expect(hear([])).toEqual(['m1']);
    await clock.advance(5_000);
    expect(hear(['m1'])).toEqual(['m1']);
    expect(seats.list().map(({ name }) => name)).toEqual(['m1']);
  });
});

test('an order is given until its process says that it is carried out', () => {
  const processes = memberProcesses(clock, () => false);
  const first = processes.hear(report('a'));
  first?.give('default', 'm1', { does: 'leave' });
  first?.give('default', 'm1', { does: 'lag', ms: 5 });
  expect(processes.hear(report('a'))?.orders.map(({ n }) => n)).toEqual([1, 2]);
  expect(processes.hear(report('a', { ordersDone: 1 }))?.orders.map(({ n }) => n)).toEqual([2]);
  expect(processes.hear(report('a', { ordersDone: 2 }))?.orders).toEqual([]);
});

test('a platform that takes over numbers its orders after those of the former one', () => {
  const processes = memberProcesses(clock, () => false);
  processes.hear(report('a', { ordersDone: 9 }))?.give('default', 'm1', { does: 'leave' });
  expect(processes.hear(report('a', { ordersDone: 9 }))?.orders.map(({ n }) => n)).toEqual([10]);
});
