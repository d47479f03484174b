/** Wrapped platforms: facts that a member receives changed, and commands that it sends. */
import type { Fact, SequencedRecord } from '../facts.ts';
import type { PlatformPort } from '../platform-port.ts';

type Port = (good: PlatformPort) => PlatformPort;

/** @param begin makes the change of one fact into none, another or several, for each time that a member follows. */
export const receiving =
  (begin: () => (fact: Fact, record: SequencedRecord) => readonly Fact[]): Port =>
  (good) => ({
    ...good,
    follow(after, apply) {
      const change = begin();
      return good.follow(after, (record) => {
        const facts = record.verdict.facts?.flatMap((fact) => change(fact, record));
        apply(facts === undefined ? record : { ...record, verdict: { facts } });
      });
    },
  });

/** Changes the row of every fact of one kind, without a memory. */
export const receivingRows = <K extends Fact['kind']>(
  kind: K,
  change: (fact: Extract<Fact, { kind: K }>) => Fact,
): Port => receiving(() => (fact) => [fact.kind === kind ? change(fact as Extract<Fact, { kind: K }>) : fact]);
