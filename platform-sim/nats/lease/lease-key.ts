/** The key of the lease, as a process takes it and others read it. */
import type { KV, KvEntry } from '@nats-io/kv';

/** The active process, as processes that stand by see it. */
export interface Holder {
  readonly holder: string;
  /** Absent: an older version wrote it. */
  readonly details?: unknown;
}

/** The value of the key; the token is one process's own. */
export interface Holding extends Holder {
  readonly token: string;
  /** Absent until the first renewal: it is the revision of the first entry. */
  readonly epoch?: number;
}

export const LEASE_KEY = 'platform';

/** The holder; undefined: there is none, or another client of the server wrote the value. */
export function holdingIn(entry: KvEntry | null): Holding | undefined {
  if (entry?.operation !== 'PUT') return undefined;
  try {
    const { holder, token, ...rest } = entry.json<Holding>();
    return typeof holder === 'string' && typeof token === 'string' ? { holder, token, ...rest } : undefined;
  } catch {
    return undefined;
  }
}

/** The revision of a new entry; undefined: another process holds it, or nothing can be known now. */
export async function takeLease(bucket: KV, mine: Holding): Promise<number | undefined> {
  try {
    return await bucket.create(LEASE_KEY, JSON.stringify(mine));
  } catch {
    // It may have arrived although its answer did not.
    const found = await bucket.get(LEASE_KEY).catch(() => null);
    return holdingIn(found)?.token === mine.token ? found?.revision : undefined;
  }
}
