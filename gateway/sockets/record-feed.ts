import type { Fact, SequencedRecord } from '../facts.ts';

type Hear = (record: SequencedRecord) => void;

/** The organisation that a fact is streamed to; undefined: to none. */
export function streamedTo(fact: Fact): number | undefined {
  if (fact.kind === 'OrderUpdated') return fact.order.orgId;
  return fact.kind === 'ExecutionRecorded' ? fact.execution.orgId : undefined;
}

/** The records that a member has applied, told to the sessions of the organisations whose rows they changed. */
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

  /** From the next record on. @returns what ends it. */
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
