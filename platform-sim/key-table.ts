/** What the sequence holds of each organisation's keys: one effect a key, across members, for as long as it is kept. */

import type { Command } from '../gateway/facts.ts';

export interface KeyBinding {
  /** The key's first use. */
  readonly command: Command;
  readonly position: number;
  readonly atNs: bigint;
}

export interface KeyTable {
  /** What the key is bound to at `nowNs`; undefined where it never was, or is forgotten. */
  find(orgId: number, key: string, nowNs: bigint): KeyBinding | undefined;
  /** Binds a key that is free. Bindings come in the order of their times. */
  bind(orgId: number, key: string, binding: KeyBinding): void;
  /** Keys held, those included that are due to be forgotten. */
  size(): number;
}

/** Old entries go as new ones come, a few at a time and never by a sweep of the table. */
const FORGET_AT_ONCE = 2;

/** A key is forgotten once it is `retentionMs` old (IDEM-09). */
export function createKeyTable(retentionMs: number): KeyTable {
  const retentionNs = BigInt(retentionMs) * 1_000_000n;
  const bindings = new Map<string, KeyBinding>();
  // By age; a Map's own order would be walked past every deleted entry again and again.
  let byAge: { readonly name: string; readonly binding: KeyBinding }[] = [];
  let oldest = 0;

  function forget(nowNs: bigint): void {
    for (let count = 0; count < FORGET_AT_ONCE; count += 1) {
      const entry = byAge[oldest];
      if (entry === undefined || nowNs - entry.binding.atNs < retentionNs) return;
      oldest += 1;
      if (bindings.get(entry.name) === entry.binding) bindings.delete(entry.name);
    }
    if (oldest > 1024 && oldest * 2 > byAge.length) {
      byAge = byAge.slice(oldest);
      oldest = 0;
    }
  }

  return {
    find(orgId, key, nowNs) {
      const binding = bindings.get(nameOf(orgId, key));
      return binding === undefined || nowNs - binding.atNs >= retentionNs ? undefined : binding;
    },
    bind(orgId, key, binding) {
      const name = nameOf(orgId, key);
      bindings.set(name, binding);
      byAge.push({ name, binding });
      forget(binding.atNs);
    },
    size: () => bindings.size,
  };
}

function nameOf(orgId: number, key: string): string {
  return `${orgId}/${key}`;
}
