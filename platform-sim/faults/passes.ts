import type { Edge } from './edges.ts';
import type { Where } from './match.ts';

/** How many of the last are kept: a write passes about seven edges. */
export const PASSES_KEPT = 5_000;

/** A write at an edge on its way. */
export interface Pass extends Pick<Where, 'owner' | 'command' | 'org' | 'key' | 'member'> {
  readonly atNs: bigint;
  readonly edge: Edge;
}

/**
 * The edges that the last writes have passed, in a ring: known also of a write that passed while nobody looked. It is kept
 * by columns of what lives anyway: an object for each pass would outlive the write, and cost the collector more than all
 * the rest.
 */
export class Passes {
  /** Made with the first pass: a world without writes has none. */
  #atNs: BigInt64Array | undefined;
  readonly #edges: Edge[] = [];
  readonly #keys: Where['key'][] = [];
  readonly #members: Where['member'][] = [];
  readonly #owners: Where['owner'][] = [];
  readonly #commands: Where['command'][] = [];
  readonly #orgs: Where['org'][] = [];
  #count = 0;

  note(edge: Edge, where: Where, atNs: bigint): void {
    const at = this.#count % PASSES_KEPT;
    this.#atNs ??= new BigInt64Array(PASSES_KEPT);
    this.#atNs[at] = atNs;
    this.#edges[at] = edge;
    this.#keys[at] = where.key;
    this.#members[at] = where.member;
    this.#owners[at] = where.owner;
    this.#commands[at] = where.command;
    this.#orgs[at] = where.org;
    this.#count += 1;
  }

  /** How many there have been. */
  count(): number {
    return this.#count;
  }

  /** Those after the n-th that are still kept, oldest first. */
  after(n: number): readonly Pass[] {
    const from = Math.max(n, this.#count - PASSES_KEPT);
    return Array.from({ length: Math.max(0, this.#count - from) }, (_, i) => this.#at((from + i) % PASSES_KEPT));
  }

  #at(at: number): Pass {
    const [atNs = 0n, edge = 'look-up'] = [this.#atNs?.[at], this.#edges[at]];
    const [owner, command, org] = [this.#owners[at], this.#commands[at], this.#orgs[at]];
    return { atNs, edge, owner, command, org, key: this.#keys[at], member: this.#members[at] };
  }
}
