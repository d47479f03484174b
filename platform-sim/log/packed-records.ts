/**
 * Records by index, in order: the newest are objects, older ones are packed in blocks, as text outside the heap, in a
 * twentieth of the memory. Packed records read the same, only slower. Rows that an owner or a member keeps (an order's
 * row) are unaffected.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SequencedRecord } from '../../gateway/facts.ts';

export interface Packing {
  /** Minimum number of unpacked records. */
  readonly newest: number;
  /** Number of records in a packed block. */
  readonly block: number;
  /** Called with records that are packed, and with those that are unpacked again: other objects of the same text. */
  readonly passed?: (records: readonly SequencedRecord[]) => void;
}

/** More records than an interactive session has, and than a fork usually copies. */
export const PACKING: Packing = { newest: 100_000, block: 250 };

/** A list of records that packs its older part. */
export class PackedRecords {
  readonly #packing: Packing;
  #blocks: Buffer[] = [];
  #newest: SequencedRecord[] = [];
  /** The last block that was read, because neighbours are usually read next. */
  #unpacked: { readonly block: number; readonly records: readonly SequencedRecord[] } | undefined;

  constructor(packing: Packing) {
    this.#packing = packing;
  }

  /** The number of packed records. */
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

  /** An independent copy of the first `length` records. */
  upTo(length: number): PackedRecords {
    const { block, newest } = this.#packing;
    // The copy belongs to another journal, so it does not call this one's listener.
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
