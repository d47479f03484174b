import type { Fact, SequencedRecord } from '../facts.ts';

type Hear = (record: SequencedRecord) => void;

/** The organisation whose sessions receive a fact; undefined if none does. */
export function streamedTo(fact: Fact): number | undefined {
  if (fact.kind === 'OrderUpdated') return fact.order.orgId;
  return fact.kind === 'ExecutionRecorded' ? fact.execution.orgId : undefined;
}

/** Delivers the records that a member has applied to the sessions of the organisations whose rows changed. */
export class RecordFeed {
  readonly #following: Map<number, Set<Hear>> = new Map();

  /** Called in the order of the sequence, once the member serves the record's rows. */
  tell(record: SequencedRecord): void {
    if (this.#following.size === 0) return;
    for (const orgId of new Set((record.verdict.facts ?? []).map(streamedTo))) {
      if (orgId === undefined) continue;
      for (const hear of [...(this.#following.get(orgId) ?? [])]) hear(record);
    }
  }

  /** Delivers from the next record on. @returns a function that ends it. */
  follow(orgId: number, hear: Hear): () => void {
    const mine: Hear = (record) => hear(record);
    const following = this.#following.get(orgId) ?? new Set();
    this.#following.set(orgId, following.add(mine));
    return () => {
      following.delete(mine);
      if (following.size === 0 && this.#following.get(orgId) === following) this.#following.delete(orgId);
    };
  }
}
