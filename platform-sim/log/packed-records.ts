/**
 * Records by index, in order: the newest are objects, older ones are packed in blocks, as text outside the heap, in a
 * thirtieth of the memory. Packed records read the same, only slower. Rows that an owner or a member keeps (an order's
 * row) are unaffected.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
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
  #packed: Buffer[] = [];
  /** In blocks, too, so that packing one moves no others. Only the last may have room. */
  #newest: SequencedRecord[][] = [];
  #length = 0;
  /** The last block that was read, because neighbours are usually read next. */
  #unpacked: { readonly block: number; readonly records: readonly SequencedRecord[] } | undefined;

  constructor(packing: Packing) {
    this.#packing = packing;
  }

  /** The number of packed records. */
  get packed(): number {
    return this.#packed.length * this.#packing.block;
  }

  get length(): number {
    return this.#length;
  }

  push(record: SequencedRecord): void {
    const { newest, block } = this.#packing;
    if (this.#length % block === 0) this.#newest.push([]);
    this.#newest.at(-1)?.push(record);
    this.#length += 1;
    if (this.#length - this.packed >= newest + block) this.#pack(this.#newest.shift() ?? []);
  }

  at(index: number): SequencedRecord | undefined {
    const { block } = this.#packing;
    return this.#block(Math.floor(index / block))?.[index % block];
  }

  /** An independent copy of the first `length` records. */
  upTo(length: number): PackedRecords {
    const { block, newest } = this.#packing;
    // The copy belongs to another journal, so it does not call this one's listener.
    const copy = new PackedRecords({ block, newest });
    copy.#length = Math.min(length, this.#length);
    copy.#packed = this.#packed.slice(0, Math.floor(copy.#length / block));
    for (let index = copy.#packed.length; index * block < copy.#length; index += 1)
      copy.#newest.push(this.#block(index)?.slice(0, copy.#length - index * block) ?? []);
    return copy;
  }

  #block(index: number): readonly SequencedRecord[] | undefined {
    const packed = this.#packed[index];
    return packed === undefined ? this.#newest[index - this.#packed.length] : this.#unpack(index, packed);
  }

  #pack(records: readonly SequencedRecord[]): void {
    this.#packing.passed?.(records);
    // A copy: the result may be a part of a larger buffer.
    this.#packed.push(Buffer.from(zstdCompressSync(JSON.stringify(records), FASTEST)));
  }

  #unpack(block: number, packed: Buffer): readonly SequencedRecord[] {
    if (this.#unpacked?.block !== block) {
      const text = zstdDecompressSync(packed).toString();
      this.#unpacked = { block, records: JSON.parse(text) as readonly SequencedRecord[] };
      this.#packing.passed?.(this.#unpacked.records);
    }
    return this.#unpacked.records;
  }
}

const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
