import type { KV, KvWatchEntry } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock, Timer } from '../../gateway/platform-port.ts';
import { watchConnection } from './connection.ts';
import { TRY_AGAIN_AFTER_MS } from './nats-errors.ts';

export interface WatchKeyOptions {
  readonly nc: NatsConnection;
  /** The machine's. */
  readonly clock: Clock;
  readonly bucket: KV;
  readonly key: string;
  /** An entry may come more than once. */
  readonly each: (entry: KvWatchEntry) => void;
}

/**
 * The newest entry of a key, and then every change, also across restarts of the server. Resolves once the server
 * watches.
 */
export async function watchKey(options: WatchKeyOptions): Promise<{ stop(): void }> {
  const { nc, clock, bucket, each, key } = options;
  let attempt = 0;
  let watched: { stop(): void } | undefined;
  let again: Timer | undefined;

  async function begin(): Promise<void> {
    attempt += 1;
    const of = attempt;
    watched?.stop();
    again?.cancel();
    try {
      const entries = await bucket.watch({ key });
      if (of !== attempt) return entries.stop();
      watched = entries;
      void (async () => {
        for await (const entry of entries) {
          if (of !== attempt) continue;
          try {
            each(entry);
          } catch {
            // Anybody on the server can put anything there: an entry that cannot be read is none.
          }
        }
      })();
    } catch (error) {
      if (nc.isClosed()) throw error;
      if (of === attempt) again = clock.after(TRY_AGAIN_AFTER_MS, 'watch of a bucket', beginAgain);
    }
  }

  function beginAgain(): void {
    begin().catch(() => undefined);
  }

  const connection = watchConnection(nc, (isUp) => {
    if (isUp) beginAgain();
  });
  await begin();
  return {
    stop() {
      attempt += 1;
      again?.cancel();
      connection.stop();
      watched?.stop();
    },
  };
}
