/**
 * A lease that this process holds. While the server does not answer, the process keeps the lease and tries again until
 * the server is back. Once the time to live has passed, the process takes the key again, and is the active one as long
 * as no other process took it first or wrote what this one writes to. The streams' order fences it meanwhile.
 */
import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../../gateway/platform-port.ts';
import { LogError } from '../../log/log-error.ts';
import { managerOf } from '../connection.ts';
import { LEASE_BUCKET } from '../names.ts';
import { codeOf, isNoStream, isOutOfOrder, TRY_AGAIN_AFTER_MS } from '../nats-errors.ts';
import { type Holding, holdingIn, LEASE_KEY, takeLease } from './lease-key.ts';
import { patientRequests } from './patient-requests.ts';
import { silenceOf } from './silence.ts';

export interface Lease {
  /** Grows with each holder. */
  readonly epoch: number;
  /** Resolves with the reason once it is lost; never after `release`. */
  readonly lost: Promise<LogError>;
  /** Why nothing is sequenced now, in one sentence: it is lost, or the server does not answer. */
  trouble(): string | undefined;
  /** Ends it, so that the next process need not wait for its end. */
  release(): Promise<void>;
}

export interface HeldLeaseOptions {
  readonly nc: NatsConnection;
  readonly bucket: KV;
  readonly mine: Holding;
  /** The revision of the entry that took it. */
  readonly epoch: number;
  readonly clock: Clock;
  readonly lastsMs: number;
  readonly everyMs: number;
  /** As of `LeaseOptions`. */
  readonly isUnmoved?: () => Promise<void>;
  /** As of `LeaseOptions`. */
  readonly said?: (line: string) => void;
}

/** Renews it until it is released or lost. */
export function holdLease(options: HeldLeaseOptions): Lease {
  const { nc, bucket, mine, epoch, clock, lastsMs, everyMs, isUnmoved } = options;
  const lost = Promise.withResolvers<LogError>();
  const text = JSON.stringify(mine);
  let revision = epoch;
  let isOver = false;
  let lostWhy: string | undefined;
  /** Another process may have held it since this one's last renewal. */
  let hasLapsed = false;
  /** Since when the server has stated that there is no such bucket. */
  let goneSinceNs: bigint | undefined;
  const silence = silenceOf(options);
  const requests = patientRequests(nc, clock, (isUp) => {
    if (!isUp) silence.begin();
  });
  void nc.closed().then(() => lose('its connection to NATS is closed'));
  const keeping = keep();

  function over(): void {
    isOver = true;
    silence.stop();
    requests.stop();
    requests.wake();
  }

  function lose(why: string): void {
    if (isOver) return;
    over();
    lostWhy = `this platform process is no longer the active one: ${why}`;
    lost.resolve(new LogError(lostWhy));
  }

  async function keep(): Promise<void> {
    await requests.pause(everyMs);
    while (!isOver) {
      // What is sent without a connection would arrive late.
      const isKept = requests.isUp() && (await renew());
      if (!isOver) await requests.pause(isKept ? everyMs : TRY_AGAIN_AFTER_MS);
    }
  }

  /** false: the server did not answer. */
  async function renew(): Promise<boolean> {
    silence.begin();
    try {
      const found = await requests.answer(confirm());
      if (found === undefined) return false;
      ({ revision } = found);
      hasLapsed ||= !found.isNext;
      if (hasLapsed && isUnmoved !== undefined) {
        const unmoved = isUnmoved().then(() => true);
        if ((await requests.answer(unmoved)) === undefined) return false;
      }
      hasLapsed = false;
      goneSinceNs = undefined;
      if (!isOver) silence.end();
      return true;
    } catch (error) {
      if (!(error instanceof LogError)) return false;
      // Taken again, and of no use: the next process need not wait for its end.
      if (hasLapsed) await bucket.delete(LEASE_KEY, { previousSeq: revision }).catch(() => undefined);
      lose(error.message);
      return true;
    }
  }

  /** The entry of this process, renewed or taken again; isNext: nothing came between it and the one before. */
  async function confirm(): Promise<{ readonly revision: number; readonly isNext: boolean } | undefined> {
    try {
      return { revision: await bucket.update(LEASE_KEY, text, revision), isNext: true };
    } catch (error) {
      if (!isOutOfOrder(codeOf(error))) return requireBucket();
    }
    const found = await bucket.get(LEASE_KEY);
    if (found?.operation === 'PUT') {
      const other = holdingIn(found);
      // No platform process wrote it: what this one held is written again.
      if (other === undefined) {
        return { revision: await bucket.update(LEASE_KEY, text, found.revision), isNext: false };
      }
      // An earlier attempt whose answer was lost.
      if (other.token === mine.token) return { revision: found.revision, isNext: false };
      throw new LogError(`${other.holder} is`);
    }
    const taken = await takeLease(bucket, mine);
    return taken === undefined ? undefined : { revision: taken, isNext: false };
  }

  /** A server that has just started may not know it yet. @throws LogError if there has been none for a whole lease */
  async function requireBucket(): Promise<undefined> {
    const jsm = await managerOf(nc);
    const isGone = await jsm.streams.info(`KV_${LEASE_BUCKET}`).then(() => false, isNoStream);
    if (!isGone) goneSinceNs = undefined;
    else {
      goneSinceNs ??= clock.nowNs();
      if (clock.nowNs() - goneSinceNs > BigInt(Math.round(lastsMs * 1e6)))
        throw new LogError(`the bucket ${LEASE_BUCKET} is gone from the NATS server`);
    }
    return undefined;
  }

  return {
    epoch,
    lost: lost.promise,
    trouble: () => lostWhy ?? silence.trouble(),
    async release() {
      if (isOver) return;
      const { isUp } = requests;
      over();
      await keeping;
      if (isUp()) await bucket.delete(LEASE_KEY, { previousSeq: revision }).catch(() => undefined);
    },
  };
}
