/**
 * The lease of the active platform process: a key in a bucket whose entries end by themselves. It decides which process
 * begins; the stream's own order fences one that lost it without noticing (`stream-writer.ts`).
 */
import { type KV, Kvm } from '@nats-io/kv';
import { type NatsConnection, nuid } from '@nats-io/transport-node';
import type { Clock } from '../../../gateway/platform-port.ts';
import { LogError } from '../log-error.ts';
import { LEASE_BUCKET } from './names.ts';
import { createdByOne } from './one-creator.ts';
import { codeOf, isOutOfOrder } from './stream-errors.ts';

export interface Lease {
  /** Grows with each holder. */
  readonly epoch: number;
  /** Resolves with the reason once it is lost; never after `release`. */
  readonly lost: Promise<LogError>;
  /** Ends it, so that the next process need not wait for its end. */
  release(): Promise<void>;
}

export interface LeaseOptions {
  readonly nc: NatsConnection;
  /** Shown to others. */
  readonly holder: string;
  /** The machine's. */
  readonly clock: Clock;
  /** How long it outlives its last renewal, if there is no lease on the server yet; it is one time for all processes. */
  readonly ttlMs?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/** What the key holds; the token is one process's own. */
interface Holding {
  readonly holder: string;
  readonly token: string;
  /** Absent until the first renewal: it is the revision of the first entry. */
  readonly epoch?: number;
}

const KEY = 'platform';
const TTL_MS = 5_000;
/** Renewals, and attempts of those that wait, within the time of one lease. */
const TIMES = 3;

/** Waits until no other process holds it. @throws the signal's reason */
export async function awaitLease({ nc, holder, clock, ttlMs = TTL_MS, signal }: LeaseOptions): Promise<Lease> {
  const bucket = await createdByOne({ nc, clock, stream: `KV_${LEASE_BUCKET}` }, () =>
    new Kvm(nc).create(LEASE_BUCKET, { ttl: ttlMs }),
  );
  const lastsMs = (await bucket.status()).ttl;
  const everyMs = lastsMs / TIMES;
  const mine: Holding = { holder, token: nuid.next() };
  const freed = await bucket.watch({ key: KEY });
  let wake = (): void => undefined;
  const hear = (async () => {
    for await (const { operation } of freed) if (operation !== 'PUT') wake();
  })();
  try {
    for (;;) {
      signal?.throwIfAborted();
      const epoch = await take(bucket, mine);
      if (epoch !== undefined) return held({ bucket, mine: { ...mine, epoch }, epoch, clock, lastsMs, everyMs });
      await new Promise<void>((resolve) => {
        const timer = clock.after(everyMs, 'wait for the lease', resolve);
        wake = () => {
          timer.cancel();
          resolve();
        };
        signal?.addEventListener('abort', wake, { once: true });
      });
    }
  } finally {
    freed.stop();
    await hear;
  }
}

/** The revision of a new entry; undefined: another holds it, or nothing can be known now. */
async function take(bucket: KV, mine: Holding): Promise<number | undefined> {
  try {
    return await bucket.create(KEY, JSON.stringify(mine));
  } catch {
    // It may have arrived although its answer did not.
    const found = await bucket.get(KEY).catch(() => null);
    return found?.operation === 'PUT' && found.json<Holding>().token === mine.token ? found.revision : undefined;
  }
}

interface Held {
  readonly bucket: KV;
  readonly mine: Holding;
  readonly epoch: number;
  readonly clock: Clock;
  readonly lastsMs: number;
  readonly everyMs: number;
}

function held({ bucket, mine, epoch, clock, lastsMs, everyMs }: Held): Lease {
  const lost = Promise.withResolvers<LogError>();
  let revision = epoch;
  let isOver = false;
  let renewing: Promise<void> = Promise.resolve();
  let expiry = clock.after(lastsMs, 'end of the lease', expire);
  let timer = clock.after(everyMs, 'renewal of the lease', renew);

  function over(): void {
    isOver = true;
    expiry.cancel();
    timer.cancel();
  }

  function lose(why: string): void {
    if (isOver) return;
    over();
    lost.resolve(new LogError(`this platform process is no longer the active one: ${why}`));
  }

  function expire(): void {
    lose(`its lease could not be renewed for ${lastsMs} ms; is the NATS server reachable?`);
  }

  function renew(): void {
    timer = clock.after(everyMs, 'renewal of the lease', renew);
    renewing = renewing.then(renewNow);
  }

  async function renewNow(): Promise<void> {
    if (isOver) return;
    const beganNs = clock.nowNs();
    try {
      revision = await bucket.update(KEY, JSON.stringify(mine), revision, everyMs);
    } catch (error) {
      // No answer: the next renewal tries again.
      if (!isOutOfOrder(codeOf(error))) return;
      const found = await bucket.get(KEY).catch(() => undefined);
      if (found === undefined) return;
      // An earlier renewal whose answer was lost.
      if (found?.operation === 'PUT' && found.json<Holding>().token === mine.token) revision = found.revision;
      else return lose(found?.operation === 'PUT' ? `${found.json<Holding>().holder} is` : 'its lease had ended');
    }
    if (isOver) return;
    expiry.cancel();
    // From the request on: the server's time of the entry is no earlier.
    const usedMs = Number(clock.nowNs() - beganNs) / 1e6;
    expiry = clock.after(Math.max(0, lastsMs - usedMs), 'end of the lease', expire);
  }

  return {
    epoch,
    lost: lost.promise,
    async release() {
      if (isOver) return;
      over();
      await renewing;
      await bucket.delete(KEY, { previousSeq: revision }).catch(() => undefined);
    },
  };
}
