/**
 * The position of the record of each key, kept for `retentionMs` of the record's own time. Numbers only, in typed arrays:
 * a million keys are no objects that a garbage collection must visit. A key's name stands in its record alone, so a
 * look-up reads the records whose keys have the same hash. Entries are a log in the order of their times, which forgets
 * its oldest; an index over it is spread over many small tables: a single large one would stop everything while it grows.
 * A fork shares each part until one side changes it. The hash is keyed, because clients choose the keys: thousands of one hash
 * would slow down every look-up. No order that anyone sees depends on it.
 */
import { nanoseconds } from '../facts/nanoseconds.ts';
import type { SequencedRecord } from '../facts.ts';
import { type HashKey, hashKeyOf, keyedHash } from './keyed-hash.ts';

export class KeyPositions {
  readonly #retentionMs: number;
  readonly #hashKey: HashKey;
  readonly #retentionNs: bigint;
  /** The log; the number of an entry is its index since the beginning, and older parts are dropped. */
  #parts: Part[] = [];
  #firstPart = 0;
  #oldest = 0;
  #end = 0;
  #tables: Table[] = [];
  /** Parts and tables of another owner are shared with a fork, and copied before they change. */
  #owner: object = {};

  /** @param secret at least eight bytes that no client knows */
  constructor(retentionMs: number, secret: Uint8Array | HashKey) {
    this.#retentionMs = retentionMs;
    this.#hashKey = secret instanceof Uint8Array ? hashKeyOf(secret) : secret;
    this.#retentionNs = BigInt(retentionMs) * 1_000_000n;
  }

  /** The number of held entries, including those that are due to be removed. */
  get size(): number {
    return this.#end - this.#oldest;
  }

  /** @param recordAt reads a record that was set here */
  find(
    orgId: number,
    key: string,
    nowNs: bigint,
    recordAt: (position: number) => SequencedRecord | undefined,
  ): SequencedRecord | undefined {
    const hash = keyedHash(this.#hashKey, orgId, key);
    const slots = this.#tables[hash % TABLES]?.slots;
    if (slots === undefined) return undefined;
    let found: SequencedRecord | undefined;
    // Entries of one hash are in order, so the last is the newest: setting a key again replaces it.
    for (let slot = slotOf(hash, slots); slots[slot] !== FREE; slot = (slot + 1) % slots.length) {
      const entry: number = (slots[slot] as number) - 1;
      if (entry < this.#oldest) continue;
      const { hashes, positions, times } = this.#partOf(entry);
      const at = entry % PART;
      if (hashes[at] !== hash || this.#isOld(times[at] as bigint, nowNs)) continue;
      const record = recordAt(positions[at] as number);
      if (record?.command.key === key && record.command.principal.orgId === orgId) found = record;
    }
    return found;
  }

  /** Records must arrive in the order of their times. */
  set(orgId: number, key: string, { position, atNs }: Pick<SequencedRecord, 'position' | 'atNs'>): void {
    const hash = keyedHash(this.#hashKey, orgId, key);
    const [part, at, ns] = [this.#lastPart(), this.#end % PART, nanoseconds(atNs)];
    part.hashes[at] = hash;
    part.positions[at] = position;
    part.times[at] = ns;
    this.#end += 1;
    this.#index(hash, this.#end - 1);
    this.#forget(ns);
  }

  /** An independent copy. */
  fork(): KeyPositions {
    const fork = new KeyPositions(this.#retentionMs, this.#hashKey);
    fork.#parts = this.#parts.slice();
    fork.#firstPart = this.#firstPart;
    fork.#oldest = this.#oldest;
    fork.#end = this.#end;
    fork.#tables = this.#tables.slice();
    this.#owner = {};
    return fork;
  }

  #partOf(entry: number): Part {
    return this.#parts[Math.floor(entry / PART) - this.#firstPart] as Part;
  }

  /** The part that takes the next entry. */
  #lastPart(): Part {
    const index = Math.floor(this.#end / PART) - this.#firstPart;
    const part = this.#parts[index];
    if (part?.owner === this.#owner) return part;
    const owned: Part = {
      hashes: part?.hashes.slice() ?? new Uint32Array(PART),
      positions: part?.positions.slice() ?? new Float64Array(PART),
      times: part?.times.slice() ?? new BigInt64Array(PART),
      owner: this.#owner,
    };
    this.#parts[index] = owned;
    return owned;
  }

  #index(hash: number, entry: number): void {
    const table = this.#ownedTable(hash % TABLES);
    put(table.slots, hash, entry);
    table.used += 1;
    if (table.used * 2 < table.slots.length) return;
    const live = table.slots.filter((slot) => slot > this.#oldest).sort();
    const slots = new Float64Array(2 ** Math.ceil(Math.log2(live.length * 4 + 1)));
    for (const slot of live) put(slots, this.#partOf(slot - 1).hashes[(slot - 1) % PART] as number, slot - 1);
    table.slots = slots;
    table.used = live.length;
  }

  #ownedTable(at: number): Table {
    const table = this.#tables[at];
    if (table?.owner === this.#owner) return table;
    const slots = table === undefined ? new Float64Array(FIRST_SLOTS) : table.slots.slice();
    const owned = { slots, used: table?.used ?? 0, owner: this.#owner };
    this.#tables[at] = owned;
    return owned;
  }

  /** A few at a time, never in a sweep. */
  #forget(nowNs: bigint): void {
    for (let count = 0; count < FORGET_AT_ONCE && this.#oldest < this.#end; count += 1) {
      if (!this.#isOld(this.#partOf(this.#oldest).times[this.#oldest % PART] as bigint, nowNs)) return;
      this.#oldest += 1;
      if (this.#oldest % PART > 0) continue;
      this.#parts.shift();
      this.#firstPart += 1;
    }
  }

  #isOld(atNs: bigint, nowNs: bigint): boolean {
    return nowNs - atNs >= this.#retentionNs;
  }
}

/** A part of the log: what is stated of each entry, at its index. */
interface Part {
  readonly hashes: Uint32Array;
  readonly positions: Float64Array;
  readonly times: BigInt64Array;
  readonly owner: object;
}

interface Table {
  /** Open addressing: the number of an entry plus one, or FREE. Never more than half are in use. */
  slots: Float64Array;
  used: number;
  readonly owner: object;
}

const FORGET_AT_ONCE = 2;
const PART = 512;
const TABLES = 64;
const FIRST_SLOTS = 16;
const FREE = 0;

function put(slots: Float64Array, hash: number, entry: number): void {
  let slot = slotOf(hash, slots);
  while (slots[slot] !== FREE) slot = (slot + 1) % slots.length;
  slots[slot] = entry + 1;
}

/** Of the bits that do not choose the table. */
function slotOf(hash: number, slots: Float64Array): number {
  return Math.floor(hash / TABLES) % slots.length;
}
