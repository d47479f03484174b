/** Members that hear of facts otherwise than the platform recorded them. */
import type { Fact, SequencedRecord } from '../facts.ts';
import type { Defect } from './defect.ts';

/** @param hearer makes, for each time that a member follows the sequence, what becomes of one fact: none, another, several. */
export function hearing(
  hearer: () => (fact: Fact, record: SequencedRecord) => readonly Fact[],
): NonNullable<Defect['port']> {
  return (good) => ({
    ...good,
    follow(after, apply) {
      const heard = hearer();
      return good.follow(after, (record) => {
        const facts = record.verdict.facts?.flatMap((fact) => heard(fact, record));
        apply(facts === undefined ? record : { ...record, verdict: { facts } });
      });
    },
  });
}
