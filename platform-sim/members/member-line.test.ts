import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command, SequencedRecord } from '../../gateway/facts.ts';
import type { KeyState, PlatformPort } from '../../gateway/platform-port.ts';
import { type ControllableClock, createClock } from '../clock.ts';
import { memberLine } from './member-line.ts';

/** A platform with dummy records and quotes, and a line to it. */
function aLine(lagMs = 0) {
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
    quotes(_: number, heard: (quote: never) => void) {
      listeners.add(heard);
      return { stop: () => void listeners.delete(heard) };
    },
  } as unknown as PlatformPort;
  const line = memberLine({ port, clock, lagMs });
  return {
    clock,
    line,
    asked,
    followers,
    listeners,
    sequence(): void {
      const record = { position: records.length + 1, atNs: `${clock.nowNs()}` } as SequencedRecord;
      records.push(record);
      for (const apply of followers) apply(record);
    },
    quote(bid: string): void {
      for (const heard of listeners) heard({ bid } as never);
    },
  };
}

const OPEN = { hears: true, asks: true };
const STALLED = { hears: false, asks: false };
const CATCHING_UP = { hears: false, asks: true };
const command = {} as Command;

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ does: 'sequence' } as const) },
  fc.record({ does: fc.constant('reach' as const), hears: fc.boolean() }),
  fc.record({ does: fc.constant('lag' as const), ms: fc.integer({ min: 0, max: 50 }) }),
  fc.record({ does: fc.constant('advance' as const), ms: fc.integer({ min: 0, max: 40 }) }),
);

test('after any changes of a line, every record is received once, in order, and never before its time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { clock, line, sequence } = aLine();
      const heard: number[] = [];
      let lagMs = 0;
      let hears = false;
      line.port.follow(0, ({ position, atNs }) => {
        expect(hears).toBe(true);
        expect(clock.nowNs() - BigInt(atNs)).toBeGreaterThanOrEqual(BigInt(lagMs) * 1_000_000n);
        heard.push(position);
      });
      for (const { does, ...of } of steps) {
        if (does === 'sequence') sequence();
        if ('hears' in of) {
          hears = of.hears;
          line.reach({ hears, asks: true });
        }
        if (does === 'lag' && 'ms' in of) {
          lagMs = of.ms;
          line.lagBy(of.ms);
        }
        if (does === 'advance' && 'ms' in of) await clock.advance(of.ms);
      }
      hears = true;
      line.reach(OPEN);
      await clock.advance(50);
      expect(heard).toEqual(Array.from({ length: line.port.head() }, (_, index) => index + 1));
      expect(clock.timers()).toBe(0);
    }),
    { numRuns: 60 },
  );
});

/** A line with a follower of its records. */
function followed(reach: typeof OPEN, lagMs = 0, apply = (_: number): void => undefined) {
  const at = aLine(lagMs);
  at.line.reach(reach);
  const heard: number[] = [];
  const { stop } = at.line.port.follow(0, ({ position }) => {
    heard.push(position);
    apply(position);
  });
  return { ...at, stop, so: () => [at.followers.size, heard] };
}

test('nothing is followed before the line opens: late reference data counts from there', () => {
  const { line, sequence, so } = followed(CATCHING_UP);
  sequence();
  expect(so()).toEqual([0, []]);
  line.reach(OPEN);
  line.reach(OPEN);
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
  const { line, sequence, stop, so } = followed(OPEN, 10);
  sequence();
  stop();
  line.lagBy(0);
  expect(so()).toEqual([0, []]);
});

test('of missed quotes the last one is delivered', () => {
  const { line, quote } = aLine();
  line.reach(OPEN);
  const heard: string[] = [];
  line.port.quotes(1, ({ bid }) => void heard.push(bid));
  quote('1');
  line.reach(STALLED);
  quote('2');
  quote('3');
  line.reach(OPEN);
  expect(heard).toEqual(['1', '3']);
});

test('stalled: a look-up waits, and a submission is refused, so nothing is kept for later', async () => {
  const { line, asked } = aLine();
  line.reach(STALLED);
  const lookedUp = line.port.lookUp(1, 'k1');
  expect(await line.port.submit(command)).toEqual({ taken: false, why: 'INTERRUPTED' });
  expect(await line.port.storeMaterial({} as never)).toEqual({ stored: false, why: 'UNAVAILABLE' });
  expect(asked).toEqual([]);
  line.reach(OPEN);
  expect(await lookedUp).toEqual({ state: 'absent' });
  expect(asked).toEqual(['look-up']);
});

test('cut: nothing passes either way, including what is in flight', async () => {
  const { clock, line, asked, followers, listeners, sequence } = aLine();
  line.reach(OPEN);
  let told = 0;
  const tell = (): void => {
    told += 1;
  };
  line.port.follow(0, tell);
  line.port.quotes(1, tell);
  void Promise.resolve(line.port.lookUp(1, 'k1')).then(tell);
  line.cut();
  line.reach(OPEN);
  void Promise.resolve(line.port.lookUp(1, 'k1')).then(tell);
  void Promise.resolve(line.port.submit(command)).then(tell);
  sequence();
  await clock.advance(1_000);
  expect([told, asked, followers.size, listeners.size]).toEqual([0, ['look-up'], 0, 0]);
});
