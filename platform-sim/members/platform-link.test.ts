import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command, SequencedRecord } from '../../gateway/facts.ts';
import type { KeyState, PlatformPort } from '../../gateway/platform-port.ts';
import { type ControllableClock, createClock } from '../clock.ts';
import { platformLink } from './platform-link.ts';

/** A platform with dummy records and quotes, and a link to it. */
function aLink(lagMs = 0) {
  const clock: ControllableClock = createClock({ mode: 'virtual' });
  const records: SequencedRecord[] = [];
  const followers = new Set<(record: SequencedRecord) => void>();
  const listeners = new Set<(quote: never) => void>();
  const asked: string[] = [];
  const port = {
    head: () => records.length,
    submit: async () => {
      asked.push('submit');
      return { taken: true, position: 1 };
    },
    lookUp: async (): Promise<KeyState> => {
      asked.push('look-up');
      return { state: 'absent' };
    },
    storeMaterial: async () => ({ stored: true }),
    follow(after: number, apply: (record: SequencedRecord) => void) {
      for (const record of records.slice(after)) apply(record);
      followers.add(apply);
      return { stop: () => void followers.delete(apply) };
    },
    quotes(_: number, received: (quote: never) => void) {
      listeners.add(received);
      return { stop: () => void listeners.delete(received) };
    },
  } as unknown as PlatformPort;
  const link = platformLink({ port, clock, lagMs });
  return {
    clock,
    link,
    asked,
    followers,
    listeners,
    sequence(): void {
      const record = { position: records.length + 1, atNs: `${clock.nowNs()}` } as SequencedRecord;
      records.push(record);
      for (const apply of followers) apply(record);
    },
    quote(bid: string): void {
      for (const received of listeners) received({ bid } as never);
    },
  };
}

const OPEN = { receives: true, sends: true };
const STALLED = { receives: false, sends: false };
const CATCHING_UP = { receives: false, sends: true };
const command = {} as Command;

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ does: 'sequence' } as const) },
  fc.record({ does: fc.constant('reach' as const), receives: fc.boolean() }),
  fc.record({ does: fc.constant('lag' as const), ms: fc.integer({ min: 0, max: 50 }) }),
  fc.record({ does: fc.constant('advance' as const), ms: fc.integer({ min: 0, max: 40 }) }),
);

test('after any changes of a link, every record is received once, in order, and never before its time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { clock, link, sequence } = aLink();
      const received: number[] = [];
      let lagMs = 0;
      let receives = false;
      link.port.follow(0, ({ position, atNs }) => {
        expect(receives).toBe(true);
        expect(clock.nowNs() - BigInt(atNs)).toBeGreaterThanOrEqual(BigInt(lagMs) * 1_000_000n);
        received.push(position);
      });
      for (const { does, ...of } of steps) {
        if (does === 'sequence') sequence();
        if ('receives' in of) {
          receives = of.receives;
          link.reach({ receives, sends: true });
        }
        if (does === 'lag' && 'ms' in of) {
          lagMs = of.ms;
          link.lagBy(of.ms);
        }
        if (does === 'advance' && 'ms' in of) await clock.advance(of.ms);
      }
      receives = true;
      link.reach(OPEN);
      await clock.advance(50);
      expect(received).toEqual(Array.from({ length: link.port.head() }, (_, index) => index + 1));
      expect(clock.timers()).toBe(0);
    }),
    { numRuns: 60 },
  );
});

/** A link with a follower of its records. */
function followed(reach: typeof OPEN, lagMs = 0, apply = (_: number): void => undefined) {
  const at = aLink(lagMs);
  at.link.reach(reach);
  const received: number[] = [];
  const { stop } = at.link.port.follow(0, ({ position }) => {
    received.push(position);
    apply(position);
  });
  return { ...at, stop, so: () => [at.followers.size, received] };
}

test('nothing is followed before the link opens: late reference data counts from there', () => {
  const { link, sequence, so } = followed(CATCHING_UP);
  sequence();
  expect(so()).toEqual([0, []]);
  link.reach(OPEN);
  link.reach(OPEN);
  expect(so()).toEqual([1, [1]]);
});

test('a record whose handler throws does not block later ones', () => {
  const { sequence, so } = followed(OPEN, 0, (position) => {
    if (position === 1) throw new Error('failed');
  });
  expect(sequence).toThrow('failed');
  sequence();
  expect(so()).toEqual([1, [1, 2]]);
});

test('a stopped follower receives nothing more', () => {
  const { link, sequence, stop, so } = followed(OPEN, 10);
  sequence();
  stop();
  link.lagBy(0);
  expect(so()).toEqual([0, []]);
});

test('of missed quotes the last one is delivered', () => {
  const { link, quote } = aLink();
  link.reach(OPEN);
  const received: string[] = [];
  link.port.quotes(1, ({ bid }) => void received.push(bid));
  quote('1');
  link.reach(STALLED);
  quote('2');
  quote('3');
  link.reach(OPEN);
  expect(received).toEqual(['1', '3']);
});

test('stalled: a look-up waits, and a submission is refused, so nothing is kept for later', async () => {
  const { link, asked } = aLink();
  link.reach(STALLED);
  const lookedUp = link.port.lookUp(1, 'k1');
  expect(await link.port.submit(command)).toEqual({ taken: false, why: 'INTERRUPTED' });
  expect(await link.port.storeMaterial({} as never)).toEqual({ stored: false, why: 'UNAVAILABLE' });
  expect(asked).toEqual([]);
  link.reach(OPEN);
  expect(await lookedUp).toEqual({ state: 'absent' });
  expect(asked).toEqual(['look-up']);
});

test('cut: nothing passes either way, including what is in flight', async () => {
  const { clock, link, asked, followers, listeners, sequence } = aLink();
  link.reach(OPEN);
  let delivered = 0;
  const tell = (): void => {
    delivered += 1;
  };
  link.port.follow(0, tell);
  link.port.quotes(1, tell);
  void Promise.resolve(link.port.lookUp(1, 'k1')).then(tell);
  link.cut();
  link.reach(OPEN);
  void Promise.resolve(link.port.lookUp(1, 'k1')).then(tell);
  void Promise.resolve(link.port.submit(command)).then(tell);
  sequence();
  await clock.advance(1_000);
  expect([delivered, asked, followers.size, listeners.size]).toEqual([0, ['look-up'], 0, 0]);
});
