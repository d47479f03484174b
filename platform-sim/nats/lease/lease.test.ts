import { Kvm } from '@nats-io/kv';
import { describe, expect, test } from 'vitest';
import { LogError } from '../../log/log-error.ts';
import { until } from '../../testing/sample-scene.ts';
import { LEASE_BUCKET } from '../names.ts';
import { type TestNats, WITHOUT_NATS } from '../testing/nats-server.ts';
import { connected, machineClock, natsOf, proxyTo } from '../testing/sample-nats.ts';
import { awaitLease, type Lease, type LeaseOptions } from './lease.ts';

const TTL_MS = 600;

async function leaseOf(nats: { readonly url: string }, holder: string, of: Partial<LeaseOptions> = {}): Promise<Lease> {
  const nc = await connected(nats);
  return awaitLease({ nc, holder, clock: machineClock, ttlMs: TTL_MS, ...of });
}

/** What the server has of the lease, read over another connection. */
async function stored(nats: TestNats) {
  const bucket = await new Kvm(await connected(nats)).open(LEASE_BUCKET);
  const entry = () => bucket.get('platform');
  const revision = async (): Promise<number> => (await entry())?.revision ?? 0;
  const renewed = async (after: number) => until(async () => (await revision()) > after);
  const holder = async () => (await entry())?.json<{ holder: string }>().holder;
  return { bucket, entry, revision, renewed, holder };
}

const GONE = 'this platform process is no longer the active one: ';
const isHeld = ({ lost }: Lease) => Promise.race([lost, Promise.resolve('held')]);

describe.skipIf(WITHOUT_NATS !== undefined)('the lease', () => {
  test('is held by one, and taken over at once when it is released', async () => {
    const nats = await natsOf();
    const first = await leaseOf(nats, 'first', { ttlMs: 60_000 });
    let second: Lease | undefined;
    const waiting = leaseOf(nats, 'second').then((lease) => {
      second = lease;
    });
    const { holder } = await stored(nats);
    expect([await holder(), second]).toEqual(['first', undefined]);
    await first.release();
    await waiting;
    expect(await holder()).toBe('second');
    expect(second?.epoch).toBeGreaterThan(first.epoch);
    await second?.release();
  });

  test('is renewed, and taken over from a holder that vanished', async () => {
    const nats = await natsOf();
    const nc = await connected(nats);
    const first = await leaseOf(nats, 'first', { nc });
    await (await stored(nats)).renewed(first.epoch + 2);
    const waiting = leaseOf(nats, 'second');
    await nc.close();
    const second = await waiting;
    expect(second.epoch).toBeGreaterThan(first.epoch);
    expect((await first.lost).message).toBe(`${GONE}its connection to NATS is closed`);
    await second.release();
  });

  test('is lost when its renewal is refused, in a line that names the other', async () => {
    const nats = await natsOf();
    const first = await leaseOf(nats, 'first');
    expect(first.trouble()).toBeUndefined();
    const { bucket } = await stored(nats);
    await bucket.put('platform', JSON.stringify({ holder: 'second', token: 'another' }));
    expect((await first.lost).message).toBe(`${GONE}second is`);
    expect(first.trouble()).toBe(`${GONE}second is`);
  });

  test('survives a restart of the server, and a cut that takes the answer of a renewal', async () => {
    const nats = await natsOf();
    const proxy = await proxyTo(nats);
    const lease = await leaseOf(proxy, 'first', { ttlMs: 3_000 });
    await nats.kill();
    await nats.start();
    const { renewed, revision } = await stored(nats);
    await renewed(lease.epoch);
    proxy.cut();
    await renewed(await revision());
    expect(await isHeld(lease)).toBe('held');
    await lease.release();
  });

  describe('after an outage beyond its time', () => {
    async function broken(of: Partial<LeaseOptions> = {}) {
      const nats = await natsOf();
      const proxy = await proxyTo(nats);
      const lines: string[] = [];
      const lease = await leaseOf(proxy, 'first', { said: (line) => lines.push(line), ...of });
      const on = await stored(nats);
      proxy.break();
      await until(async () => (await on.entry()) === null);
      return { nats, proxy, lines, lease, ...on };
    }

    test('is taken again where it is free, and nothing was written; it says when the server is silent', async () => {
      const { lease, entry, renewed, revision, proxy, lines } = await broken();
      await until(() => lines.length === 1);
      proxy.mend();
      await renewed(lease.epoch);
      expect(await isHeld(lease)).toBe('held');
      await until(() => lines.length === 2);
      expect(lines).toEqual([
        expect.stringMatching(/^NATS does not answer at 127\.0\.0\.1:[0-9]+: nothing is sequenced until it does$/),
        expect.stringMatching(/^NATS answers again after [0-9]+ s: this process is still the active one$/),
      ]);
      await renewed(await revision());
      await lease.release();
      expect((await entry())?.operation).toBe('DEL');
    });

    test('is lost where another process holds it', async () => {
      const { lease, nats, proxy, holder } = await broken();
      const second = await leaseOf(nats, 'second');
      proxy.mend();
      expect([(await lease.lost).message, await holder()]).toEqual([`${GONE}second is`, 'second']);
      await second.release();
    });

    test('is lost where another process held it and wrote, and is free for the next', async () => {
      const { lease, proxy, entry } = await broken({ isUnmoved: () => Promise.reject(new LogError('it wrote')) });
      proxy.mend();
      expect([(await lease.lost).message, (await entry())?.operation]).toEqual([`${GONE}it wrote`, 'DEL']);
    });

    test('is not lost while nothing can be known of what was written', async () => {
      let asked = 0;
      const isUnmoved = async (): Promise<void> => {
        asked += 1;
        if (asked < 3) throw new Error('no answer');
      };
      const { lease, proxy } = await broken({ isUnmoved });
      proxy.mend();
      await until(() => asked === 3);
      expect(await isHeld(lease)).toBe('held');
      await lease.release();
    });
  });

  test('is lost where its bucket is gone', async () => {
    const nats = await natsOf();
    const lease = await leaseOf(nats, 'first');
    await (await stored(nats)).bucket.destroy();
    expect((await lease.lost).message).toMatch(/the bucket touchstone_lease is gone from the NATS server$/);
  });

  test('shows who holds it to those that wait, which may refuse to wait', async () => {
    const nats = await natsOf();
    const first = await leaseOf(nats, 'first', { details: { clock: 'real' } });
    const all: unknown[] = [];
    const seen: LeaseOptions['seen'] = ({ holder, details }, isAlive) => {
      all.push([holder, details, isAlive]);
      if (isAlive) throw new LogError('not this one');
    };
    await expect(leaseOf(nats, 'second', { seen })).rejects.toThrow('not this one');
    expect([all[0], all.at(-1)]).toEqual([false, true].map((isAlive) => ['first', { clock: 'real' }, isAlive]));
    await first.release();
  });

  test('is not waited for any more once the signal is aborted', async () => {
    const nats = await natsOf();
    const first = await leaseOf(nats, 'first');
    const stop = new AbortController();
    const waiting = leaseOf(nats, 'second', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await first.release();
  });
});
