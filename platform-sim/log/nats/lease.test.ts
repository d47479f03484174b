import { Kvm } from '@nats-io/kv';
import { describe, expect, test } from 'vitest';
import { until } from '../../testing/sample-scene.ts';
import { awaitLease, type Lease, type LeaseOptions } from './lease.ts';
import { LEASE_BUCKET } from './names.ts';
import { type TestNats, WITHOUT_NATS } from './testing/nats-server.ts';
import { connected, machineClock, natsOf, wireTo } from './testing/sample-nats.ts';

const TTL_MS = 600;

async function leaseOf(nats: { readonly url: string }, holder: string, of: Partial<LeaseOptions> = {}): Promise<Lease> {
  const nc = await connected(nats);
  return awaitLease({ nc, holder, clock: machineClock, ttlMs: TTL_MS, ...of });
}

const holderOn = async (nats: TestNats): Promise<string | undefined> => {
  const bucket = await new Kvm(await connected(nats)).open(LEASE_BUCKET);
  return (await bucket.get('platform'))?.json<{ holder: string }>().holder;
};

describe.skipIf(WITHOUT_NATS !== undefined)('the lease', () => {
  test('is held by one, and taken over at once when it is released', async () => {
    const nats = await natsOf();
    const first = await leaseOf(nats, 'first', { ttlMs: 60_000 });
    let second: Lease | undefined;
    const waiting = leaseOf(nats, 'second').then((lease) => {
      second = lease;
    });
    expect(await holderOn(nats)).toBe('first');
    expect(second).toBeUndefined();
    await first.release();
    await waiting;
    expect(await holderOn(nats)).toBe('second');
    expect(second?.epoch).toBeGreaterThan(first.epoch);
    await second?.release();
  });

  test('is renewed, and taken over from a holder that vanished', async () => {
    const nats = await natsOf();
    const nc = await connected(nats);
    const first = await leaseOf(nats, 'first', { nc });
    const bucket = await new Kvm(nc).open(LEASE_BUCKET);
    await until(async () => ((await bucket.get('platform'))?.revision ?? 0) >= first.epoch + 3);
    const waiting = leaseOf(nats, 'second');
    await nc.close();
    const second = await waiting;
    expect(second.epoch).toBeGreaterThan(first.epoch);
    expect((await first.lost).message).toMatch(
      /^this platform process is no longer the active one: its lease could not/,
    );
    await second.release();
  });

  test('is lost when its renewal is refused, in a line that names the other', async () => {
    const nats = await natsOf();
    const first = await leaseOf(nats, 'first');
    const bucket = await new Kvm(await connected(nats)).open(LEASE_BUCKET);
    await bucket.put('platform', JSON.stringify({ holder: 'second', token: 'another' }));
    expect((await first.lost).message).toBe('this platform process is no longer the active one: second is');
  });

  test('survives a restart of the server, and a cut that takes the answer of a renewal', async () => {
    const nats = await natsOf();
    const wire = await wireTo(nats);
    const lease = await leaseOf(wire, 'first', { ttlMs: 3_000 });
    let lost = false;
    void lease.lost.then(() => {
      lost = true;
    });
    await nats.kill();
    await nats.start();
    const bucket = await new Kvm(await connected(nats)).open(LEASE_BUCKET);
    const revision = async (): Promise<number> => (await bucket.get('platform'))?.revision ?? 0;
    await until(async () => (await revision()) > lease.epoch);
    wire.cut();
    const former = await revision();
    await until(async () => (await revision()) > former);
    expect(lost).toBe(false);
    await lease.release();
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
