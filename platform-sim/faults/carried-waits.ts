/**
 * Writes that rules delayed or held when a former process ended: they are held again once they come there again, and the
 * rules do not count them twice.
 */
import { EDGES, type Edge, edgeRow } from './edges.ts';
import type { WaitMark } from './fault.ts';
import type { Where } from './match.ts';

export function comesAgain({ edge, key, org }: Pick<WaitMark, 'edge' | 'key' | 'org'>): boolean {
  return edgeRow(edge).submittedAgain === true && key !== undefined && org !== undefined;
}

export interface CarriedWaits {
  /**
   * What a write does at an edge: `continues` a wait there, or `passes` because it was past that edge already. undefined:
   * it was not waiting.
   */
  at(edge: Edge, where: Where): { readonly passes: true } | { readonly continues: WaitMark } | undefined;
  /** Those that did not come yet. */
  left(): readonly WaitMark[];
}

/** @param marks those that come again */
export function carriedWaits(marks: readonly WaitMark[]): CarriedWaits {
  let left = marks;
  return {
    at(edge, where) {
      if (left.length === 0 || edgeRow(edge).submittedAgain !== true) return undefined;
      // Asked for here alone: a place may have to read a token for it (`faults.test.ts`).
      const { org, key } = where;
      const wait = left.find((one) => one.org === org && one.key === key);
      if (wait === undefined || EDGES.indexOf(edge) > EDGES.indexOf(wait.edge)) return undefined;
      if (edge !== wait.edge) return { passes: true };
      left = left.filter((one) => one !== wait);
      return { continues: wait };
    },
    left: () => left,
  };
}
