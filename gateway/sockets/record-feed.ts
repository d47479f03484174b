import type { Fact, SequencedRecord } from '../facts.ts';

type Follower = (record: SequencedRecord) => void;

/** The organisation whose sessions receive a fact; undefined if none does. */
export function streamedTo(fact: Fact): number | undefined {
  if (fact.kind === 'OrderUpdated') return fact.order.orgId;
  return fact.kind === 'ExecutionRecorded' ? fact.execution.orgId : undefined;
}

/** Delivers the records that a member has applied to the sessions of the organisations whose rows changed. */
export class RecordFeed {
  readonly #following: Map<number, Set<Follower>> = new Map();

  /** Called in the order of the sequence, once the member serves the record's rows. */
  publish(record: SequencedRecord): void {
    if (this.#following.size === 0) return;
    for (const orgId of new Set((record.verdict.facts ?? []).map(streamedTo))) {
      if (orgId === undefined) continue;
      for (const follower of [...(this.#following.get(orgId) ?? [])]) follower(record);
    }
  }

  /** Delivers from the next record on. @returns a function that ends it. */
  follow(orgId: number, follower: Follower): () => void {
    const mine: Follower = (record) => follower(record);
    const following = this.#following.get(orgId) ?? new Set();
    this.#following.set(orgId, following.add(mine));
    return () => {
      following.delete(mine);
      if (following.size === 0 && this.#following.get(orgId) === following) this.#following.delete(orgId);
    };
  }
}
