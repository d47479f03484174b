/**
 * Stores key material under the organisation and the command key of its write, so that a retried write stores nothing
 * twice. It keeps no text, and only for a day: a digest to recognise the same material, and how the fake venue treats
 * the key.
 */
import { createHmac } from 'node:crypto';
import { keyName } from '../../gateway/contract/keys.ts';
import type { Command, SequencedRecord } from '../../gateway/facts.ts';
import type { Clock, Material, Stored } from '../../gateway/platform-port.ts';
import { ExpiringMap } from '../../gateway/state/expiring-map.ts';
import type { NotedMaterial } from '../log/note.ts';
import { type Traits, traitsOf } from './traits.ts';

export interface Vault {
  store(material: Material): Stored;
  /** The traits of the material under a key; undefined: none. */
  traits(orgId: number, key: string): Traits | undefined;
  /** Called with every record: if the write of a key failed or was another one, its material is removed. */
  settle(record: SequencedRecord): void;
  /** Stores what an earlier vault stored at a time. */
  recall(material: NotedMaterial, atNs: bigint): void;
  counts(): VaultCounts;
  /** For another vault to continue from; it does not change with this one. */
  mark(): VaultMark;
}

export interface VaultMark {
  readonly entries: ExpiringMap<Entry | null>;
  readonly storedAtNs: ReadonlyMap<number, readonly bigint[]>;
  readonly counts: VaultCounts;
}

/** Counts since the platform began. */
export interface VaultCounts {
  /** Stored material. */
  readonly stored: number;
  /** Material that was already stored under the same key. */
  readonly repeated: number;
  /** Stored material that was removed because the owner refused its write. */
  readonly dropped: number;
  /** Refused material, by reason. */
  readonly refused: { readonly keyReused: number; readonly rateLimited: number };
}

export interface VaultOptions {
  readonly clock: Pick<Clock, 'nowNs'>;
  /** Called with all material that is stored: a later vault recalls it. */
  readonly noted?: (material: NotedMaterial) => void;
  /** The salt of the digests. */
  readonly salt: Uint8Array;
  readonly limits: { readonly intakePerMinute: number; readonly keyRetentionMs: number };
  /** The vault that this one continues from. */
  readonly from?: VaultMark | undefined;
}

export interface Entry {
  readonly digest: string;
  readonly traits: Traits;
}

const MINUTE_NS = 60_000_000_000n;
const NS_PER_S = 1_000_000_000n;

/** Creates a vault, empty or continuing another. */
export function createVault({ clock, salt, limits, noted, from }: VaultOptions): Vault {
  const entries = from?.entries.fork() ?? new ExpiringMap<Entry | null>(limits.keyRetentionMs);
  /** The times of each organisation's stores within the last minute, in order. */
  const storedAtNs = new Map(from?.storedAtNs);
  let { stored = 0, repeated = 0, dropped = 0 } = from?.counts ?? {};
  let { keyReused = 0, rateLimited = 0 } = from?.counts.refused ?? {};

  function held(name: string): Entry | undefined {
    return entries.get(name, clock.nowNs()) ?? undefined;
  }

  function put({ orgId, key, digest, traits }: NotedMaterial, nowNs: bigint): void {
    storedAtNs.set(orgId, [...recentOf(orgId, nowNs), nowNs]);
    entries.set(keyName(orgId, key), { digest, traits }, nowNs);
    stored += 1;
  }

  /** The minute is half open: a store exactly 60 s ago no longer counts. */
  function recentOf(orgId: number, nowNs: bigint): readonly bigint[] {
    return (storedAtNs.get(orgId) ?? []).filter((atNs) => nowNs - atNs < MINUTE_NS);
  }

  const counts = (): VaultCounts => ({ stored, repeated, dropped, refused: { keyReused, rateLimited } });

  return {
    store(material) {
      const { orgId, key, legs } = material;
      const name = keyName(orgId, key);
      const nowNs = clock.nowNs();
      const digest = digestOf(material, salt);
      const earlier = held(name);
      if (earlier !== undefined) {
        if (earlier.digest === digest) {
          repeated += 1;
          return { stored: true };
        }
        keyReused += 1;
        return { stored: false, why: 'KEY_REUSED' };
      }
      const recent = recentOf(orgId, nowNs);
      const [oldest = nowNs] = recent.slice(-limits.intakePerMinute);
      if (recent.length >= limits.intakePerMinute) {
        rateLimited += 1;
        return { stored: false, why: 'RATE_LIMITED', retryAfterS: wholeSeconds(oldest + MINUTE_NS - nowNs) };
      }
      const fresh = { kind: 'material', orgId, key, digest, traits: traitsOf(legs['key'] ?? '') } as const;
      put(fresh, nowNs);
      noted?.(fresh);
      return { stored: true };
    },
    traits: (orgId, key) => held(keyName(orgId, key))?.traits,
    settle({ command, verdict }) {
      if (command.key === null || (verdict.facts !== undefined && bringsMaterial(command))) return;
      const name = keyName(command.principal.orgId, command.key);
      if (held(name) === undefined) return;
      entries.set(name, null, clock.nowNs());
      dropped += 1;
    },
    recall: put,
    counts,
    mark: () => ({ entries: entries.fork(), storedAtNs: new Map(storedAtNs), counts: counts() }),
  };
}

function bringsMaterial({ body }: Command): boolean {
  return (body.kind === 'create' || body.kind === 'rotate') && 'family' in body && body.family === 'credentials';
}

/** Independent of the order of the legs; includes their venue. */
function digestOf({ exchangeId, legs }: Material, salt: Uint8Array): string {
  const sorted = Object.entries(legs).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return createHmac('sha256', salt)
    .update(JSON.stringify([exchangeId, sorted]))
    .digest('base64');
}

/** Rounded up, so that the stated wait is long enough. */
function wholeSeconds(ns: bigint): number {
  return Number((ns + NS_PER_S - 1n) / NS_PER_S);
}
