/**
 * Records by index, in order, where the newest are at hand and older ones lie packed in blocks, as text and out of the
 * heap: a twentieth of what they take otherwise. They read as they did, only slower. What an owner or a member keeps of
 * them (an order's row as it stands) is theirs, and stays.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SequencedRecord } from '../../gateway/facts.ts';

export interface Packing {
  /** Records at the least that are at hand. */
  readonly newest: number;
  /** Records that are packed together. */
  readonly block: number;
  /** Told of records that are packed, and of those that are unpacked again: other objects, of the same text. */
  readonly passed?: (records: readonly SequencedRecord[]) => void;
}

/** As many as a session at a desk ever has, and as many as one asks to be forked at once. */
export const PACKING: Packing = { newest: 100_000, block: 250 };

export class PackedRecords {
  readonly #packing: Packing;
  #blocks: Buffer[] = [];
  #newest: SequencedRecord[] = [];
  /** Whoever reads one reads its neighbours. */
  #unpacked: { readonly block: number; readonly records: readonly SequencedRecord[] } | undefined;

  constructor(packing: Packing) {
    this.#packing = packing;
  }

  /** Records that are packed. */
  get packed(): number {
    return this.#blocks.length * this.#packing.block;
  }

  get length(): number {
    return this.packed + this.#newest.length;
  }

  push(record: SequencedRecord): void {
    this.#newest.push(record);
    const { newest, block } = this.#packing;
    if (this.#newest.length >= newest + block) this.#pack(this.#newest.splice(0, block));
  }

  at(index: number): SequencedRecord | undefined {
    const { packed } = this;
    if (index >= packed) return this.#newest[index - packed];
    const { block } = this.#packing;
    return this.#unpack(Math.floor(index / block))[index % block];
  }

  /** The first so many, in a copy that goes its own way. */
  upTo(length: number): PackedRecords {
    const { block, newest } = this.#packing;
    // Of another journal: whoever is told of this one's is not told of that one's.
    const copy = new PackedRecords({ block, newest });
    const whole = Math.min(this.#blocks.length, Math.floor(length / block));
    copy.#blocks = this.#blocks.slice(0, whole);
    const cut = whole < this.#blocks.length ? this.#unpack(whole) : this.#newest;
    copy.#newest = cut.slice(0, Math.max(0, length - whole * block));
    return copy;
  }

  #pack(records: readonly SequencedRecord[]): void {
    this.#packing.passed?.(records);
    this.#blocks.push(deflateRawSync(JSON.stringify(records), { level: 1 }));
  }

  #unpack(block: number): readonly SequencedRecord[] {
    if (this.#unpacked?.block !== block) {
      const text = inflateRawSync(this.#blocks[block] as Buffer).toString();
      this.#unpacked = { block, records: JSON.parse(text) as readonly SequencedRecord[] };
      this.#packing.passed?.(this.#unpacked.records);
    }
    return this.#unpacked.records;
  }
}
