import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdingTime, inOrder } from '../gateway/host-work.ts';
import { createClock, VIRTUAL_START_NS } from './clock.ts';

const MS = 1_000_000n;

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('a virtual clock', () => {
  test('stands at 2026-01-05 until it is advanced', async () => {
    const clock = createClock({ mode: 'virtual' });
    expect(new Date(Number(clock.nowNs() / MS)).toISOString()).toBe('2026-01-05T00:00:00.000Z');
    const { nowNs, fired } = await clock.advance(1500.25);
    expect(nowNs).toBe((VIRTUAL_START_NS + 1_500_250_000n).toString());
    expect(clock.nowNs().toString()).toBe(nowNs);
    expect(fired).toEqual([]);
  });

  test('runs what is due by time, then by insertion, each at its own instant', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 30 }), async (delays) => {
        const clock = createClock({ mode: 'virtual', startNs: 0n });
        const ran: { n: number; atNs: bigint }[] = [];
        delays.forEach((delayMs, n) => {
          clock.after(delayMs, `timer ${n}`, () => ran.push({ n, atNs: clock.nowNs() }));
        });
        const { fired } = await clock.advance(10);
        const due = delays
          .map((delayMs, n) => ({ n, atNs: BigInt(delayMs) * MS }))
          .filter(({ atNs }) => atNs <= 10n * MS)
          .sort((a, b) => Number(a.atNs - b.atNs) || a.n - b.n);
        expect(ran).toEqual(due);
        expect(fired).toEqual(due.map(({ n, atNs }) => ({ atNs: atNs.toString(), label: `timer ${n}` })));
        expect(clock.timers()).toBe(delays.length - due.length);
      }),
      { numRuns: 30 },
    );
  });

  test('runs a timer that another timer, or a promise behind it, has set', async () => {
    const clock = createClock({ mode: 'virtual' });
    clock.after(10, 'first', () => {
      void Promise.resolve().then(() => clock.after(10, 'second', () => undefined));
    });
    const { fired } = await clock.advance(20);
    expect(fired.map(({ label }) => label)).toEqual(['first', 'second']);
  });

  test('does not run cancelled timers, of any number', async () => {
    const clock = createClock({ mode: 'virtual' });
    const timers = Array.from({ length: 5000 }, (_, n) => clock.after(n % 7, `${n}`, () => undefined));
    timers.forEach((timer, n) => {
      if (n % 1000 !== 0) timer.cancel();
    });
    timers[1]?.cancel();
    expect(clock.timers()).toBe(5);
    const { fired } = await clock.advance(10);
    expect(fired.map(({ label }) => label)).toEqual(
      ['0', '2000', '4000', '1000', '3000'].sort((a, b) => (Number(a) % 7) - (Number(b) % 7) || Number(a) - Number(b)),
    );
    timers[0]?.cancel();
    expect(clock.timers()).toBe(0);
  });

  /** Far more turns than a client gets. */
  const workOfTheHost = () => turns(200);

  test('waits for host work of any length, and for what follows from it', async () => {
    const clock = createClock({ mode: 'virtual' });
    clock.after(10, 'verifies', () => {
      void holdingTime(clock, 'first', workOfTheHost())
        .then(() => holdingTime(clock, 'second', workOfTheHost()))
        .then(() => clock.after(10, 'behind it', () => undefined));
    });
    clock.after(15, 'meanwhile', () => undefined);
    const { fired } = await clock.advance(20);
    expect(fired.map(({ label }) => label)).toEqual(['verifies', 'meanwhile', 'behind it']);
  });

  test('waits for host work that was in progress before', async () => {
    const clock = createClock({ mode: 'virtual' });
    void holdingTime(clock, 'sync', workOfTheHost()).then(() => clock.after(10, 'behind it', () => undefined));
    expect((await clock.advance(10)).fired).toHaveLength(1);
  });

  test('gives a notified client a few turns to continue', async () => {
    const clock = createClock({ mode: 'virtual' });
    const client = async (): Promise<void> => {
      for (let round = 0; round < 5; round += 1) {
        await turns(3);
        clock.hostWork?.stir();
      }
      clock.after(10, 'requested', () => undefined);
    };
    clock.after(10, 'notified', () => {
      clock.hostWork?.stir();
      void client();
    });
    const { fired } = await clock.advance(20);
    expect(fired.map(({ label }) => label)).toEqual(['notified', 'requested']);
  });

  test('does not wait for a client that never pauses', async () => {
    const clock = createClock({ mode: 'virtual' });
    let polls = true;
    const polled = (async () => {
      for (; polls; clock.hostWork?.stir()) await turns(1);
    })();
    expect((await clock.advance(20)).fired).toEqual([]);
    polls = false;
    await polled;
  });

  test('work of several threads ends in the order of its beginning, also after a failure', async () => {
    const clock = createClock({ mode: 'virtual' });
    const ended: string[] = [];
    const [slow, failed, quick] = [5, 3, 1].map(async (hostTurns) => {
      await turns(hostTurns);
      if (hostTurns === 3) throw new Error('refused');
    }) as [Promise<void>, Promise<void>, Promise<void>];
    void inOrder(clock, 'verifies', slow).then(() => ended.push('slow'));
    void inOrder(clock, 'verifies', failed).catch(({ message }: Error) => ended.push(message));
    void inOrder(clock, 'verifies', quick).then(() => ended.push('quick'));
    await clock.advance(0);
    expect(ended).toEqual(['slow', 'refused', 'quick']);
  });

  test('names the work that never ends, and stands still', async () => {
    const clock = createClock({ mode: 'virtual', patienceMs: 1, startNs: 0n });
    clock.after(10, 'syncs', () => void holdingTime(clock, 'sync of the log', new Promise(() => undefined)));
    await expect(clock.advance(20)).rejects.toThrow('the clock cannot go on: not done after 0.001 s: sync of the log');
    expect(clock.nowNs()).toBe(10n * MS);
  });

  test('queues concurrent advances', async () => {
    const clock = createClock({ mode: 'virtual', startNs: 0n });
    clock.after(15, 'late', () => undefined);
    const [first, second] = await Promise.all([clock.advance(10), clock.advance(10)]);
    expect(first).toEqual({ nowNs: '10000000', fired: [] });
    expect(second).toEqual({ nowNs: '20000000', fired: [{ atNs: '15000000', label: 'late' }] });
  });

  test('continues after a timer that threw', async () => {
    const clock = createClock({ mode: 'virtual' });
    clock.after(1, 'throws', () => {
      throw new Error('out of order');
    });
    clock.after(2, 'next', () => undefined);
    await expect(clock.advance(5)).rejects.toThrow('out of order');
    expect((await clock.advance(5)).fired.map(({ label }) => label)).toEqual(['next']);
  });
});

describe('a clock that moves by itself', () => {
  test('scaled: stands at 0, and continues from there at the next rate', async () => {
    const clock = createClock({ mode: 'scaled', rate: 100_000, startNs: 0n });
    let hasRun = false;
    const ran = new Promise<void>((resolve) => {
      clock.after(86_400_000, 'tomorrow', () => {
        hasRun = true;
        resolve();
      });
    });
    clock.runAt(0);
    const stoodAtNs = clock.nowNs();
    await turns(200);
    expect([clock.rate, clock.nowNs(), hasRun]).toEqual([0, stoodAtNs, false]);
    clock.runAt(100_000);
    await ran;
    expect(clock.nowNs()).toBeGreaterThanOrEqual(86_400_000n * MS);
    expect(clock.rate).toBe(100_000);
  });

  test('scaled: timers come in order, none before its time', async () => {
    const clock = createClock({ mode: 'scaled', rate: 1000, startNs: 0n });
    const ran: { name: string; atNs: bigint }[] = [];
    // It stands while they are set: a machine that stops for a millisecond between two of them would be a second to it.
    clock.runAt(0);
    await new Promise<void>((resolve) => {
      clock.after(2000, 'b', () => {
        ran.push({ name: 'b', atNs: clock.nowNs() });
        resolve();
      });
      clock.after(1000, 'a', () => ran.push({ name: 'a', atNs: clock.nowNs() }));
      clock.after(500, 'cancelled', () => ran.push({ name: 'cancelled', atNs: 0n })).cancel();
      clock.runAt(1000);
    });
    expect(ran.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(ran[0]?.atNs).toBeGreaterThanOrEqual(1000n * MS);
    expect(ran[1]?.atNs).toBeGreaterThanOrEqual(2000n * MS);
    expect(clock.timers()).toBe(0);
  });

  test('advances, and runs at a rate, by a number in range, and only in its own mode', async () => {
    const virtual = createClock({ mode: 'virtual' });
    for (const ms of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      await expect(virtual.advance(ms)).rejects.toThrow(RangeError);
    for (const rate of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => createClock({ mode: 'scaled', rate })).toThrow(RangeError);
    const scaled = createClock({ mode: 'scaled', rate: 2 });
    for (const rate of [-1, 100_001, Number.NaN]) expect(() => scaled.runAt(rate)).toThrow(RangeError);
    expect(scaled.rate).toBe(2);
    await expect(scaled.advance(1)).rejects.toThrow('the clock is scaled');
    await expect(createClock({ mode: 'real' }).advance(1)).rejects.toThrow('the clock is real');
    for (const mode of ['real', 'virtual'] as const)
      expect(() => createClock({ mode }).runAt(2)).toThrow(`the clock is ${mode}`);
  });

  test('real: a delay past the reach of the host timers does not run at once', async () => {
    const clock = createClock({ mode: 'real' });
    // The host treats an overflowing delay as 1 ms, and warns.
    const warnings: string[] = [];
    const warned = (warning: Error): void => void warnings.push(warning.name);
    process.on('warning', warned);
    let ran = false;
    const timer = clock.after(2 ** 33, 'in three months', () => {
      ran = true;
    });
    await new Promise<void>((resolve) => clock.after(5, 'soon', resolve));
    process.off('warning', warned);
    expect(ran).toBe(false);
    expect(warnings).toEqual([]);
    timer.cancel();
  });
});
