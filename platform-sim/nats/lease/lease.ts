/**
 * The lease of the active platform process: a key in a bucket whose entries end by themselves. It decides which process
 * begins; the stream's own order fences one that lost it without noticing (`stream-writer.ts`).
 */
import { Kvm } from '@nats-io/kv';
import { type NatsConnection, nuid } from '@nats-io/transport-node';
import type { Clock } from '../../../gateway/platform-port.ts';
import { LEASE_BUCKET } from '../names.ts';
import { watchKey } from '../watch-key.ts';
import { holdLease, type Lease } from './held-lease.ts';
import { type Holder, type Holding, holdingIn, LEASE_KEY, takeLease } from './lease-key.ts';
import { createdByOne } from './one-creator.ts';
import { patientRequests } from './patient-requests.ts';

export type { Lease } from './held-lease.ts';
export type { Holder } from './lease-key.ts';

export interface LeaseOptions {
  readonly nc: NatsConnection;
  /** Shown to others. */
  readonly holder: string;
  /** For processes that stand by; stored unchanged. */
  readonly details?: unknown;
  /** The machine's. */
  readonly clock: Clock;
  /** How long it outlives its last renewal, if there is no lease on the server yet; it is one time for all processes. */
  readonly ttlMs?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  /**
   * Called while another process holds it. isAlive: it has renewed it since this one waits. May throw LogError, which
   * ends the waiting.
   */
  readonly seen?: (other: Holder, isAlive: boolean) => void;
  /**
   * After a lapse: resolves if nothing that this process writes to was written by another one. Rejects with LogError if
   * it was, and with another error if the server does not answer.
   */
  readonly isUnmoved?: () => Promise<void>;
  /** Why what this process writes is not stored now, although the lease may be; undefined: it is. */
  readonly stalled?: () => string | undefined;
  /** Called with one line for the user when the server does not answer, and when it is back. */
  readonly said?: (line: string) => void;
}

const TTL_MS = 5_000;
/** Renewals, and attempts of those that wait, within the time of one lease. */
const TIMES = 3;

/** Waits until no other process holds it. Rejects with the signal's reason, or with what `seen` throws. */
export async function awaitLease(options: LeaseOptions): Promise<Lease> {
  const { nc, holder, details, clock, ttlMs = TTL_MS, signal, seen } = options;
  const bucket = await createdByOne({ nc, clock, stream: `KV_${LEASE_BUCKET}` }, () =>
    new Kvm(nc).create(LEASE_BUCKET, { ttl: ttlMs }),
  );
  const lastsMs = (await bucket.status()).ttl;
  const everyMs = lastsMs / TIMES;
  const mine: Holding = { holder, token: nuid.next(), ...(details === undefined ? {} : { details }) };
  const requests = patientRequests(nc, clock);
  let refused: Error | undefined;
  /** The entry of another process that was there first. */
  let first: number | undefined;
  const watched = await watchKey({
    ...{ nc, clock, bucket, key: LEASE_KEY },
    each(entry) {
      if (entry.operation !== 'PUT') return requests.wake();
      const other = holdingIn(entry);
      if (other === undefined || other.token === mine.token) return;
      first ??= entry.revision;
      try {
        seen?.(other, entry.revision > first);
      } catch (error) {
        refused ??= error as Error;
        requests.wake();
      }
    },
  });
  signal?.addEventListener('abort', requests.wake);
  try {
    for (;;) {
      signal?.throwIfAborted();
      if (refused !== undefined) throw refused;
      const epoch = requests.isUp() ? await requests.answer(takeLease(bucket, mine)) : undefined;
      if (epoch !== undefined)
        return holdLease({ ...options, bucket, mine: { ...mine, epoch }, epoch, lastsMs, everyMs });
      await requests.pause(everyMs);
    }
  } finally {
    signal?.removeEventListener('abort', requests.wake);
    requests.stop();
    watched.stop();
  }
}
