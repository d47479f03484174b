import type { Edge } from './edges.ts';
import type { Where } from './match.ts';

/** The number of stored passes: a write passes about seven edges. */
export const PASSES_KEPT = 5_000;

/** A write at an edge on its way. */
export interface Pass extends Pick<Where, 'owner' | 'command' | 'org' | 'key' | 'member'> {
  readonly atNs: bigint;
  readonly edge: Edge;
}

/** The edges that the last writes passed: noted also while no client looks at them. */
export class Passes {
  readonly #passes: Pass[] = [];
  #count = 0;

  note(edge: Edge, { owner, command, org, key, member }: Where, atNs: bigint): void {
    this.#passes[this.#count % PASSES_KEPT] = { atNs, edge, owner, command, org, key, member };
    this.#count += 1;
  }

  /** The number of passes since the start. */
  count(): number {
    return this.#count;
  }

  /** The stored passes after the n-th, oldest first. */
  after(n: number): readonly Pass[] {
    const from = Math.max(n, this.#count - PASSES_KEPT);
    const length = Math.max(0, this.#count - from);
    return Array.from({ length }, (_, index) => this.#passes[(from + index) % PASSES_KEPT] as Pass);
  }
}
