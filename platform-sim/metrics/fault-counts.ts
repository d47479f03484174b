/** Counts the strikes of fault rules by edge and kind. It lasts as long as its process, so it outlasts rules and resets. */
import type { Edge, Effect } from '../faults/edges.ts';
import type { Counted } from './request-counts.ts';

export class FaultCounts {
  readonly #counts = new Map<string, Counted>();

  count(edge: Edge, kind: Effect): void {
    const key = `${edge} ${kind}`;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { labels: { edge, kind }, count: 1 });
    else known.count += 1;
  }

  strikes(): readonly Counted[] {
    return [...this.#counts.values()];
  }
}
