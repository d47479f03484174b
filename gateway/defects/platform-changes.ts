/** Changes to what a member receives from its platform, for defects that the wire does not show. */
import type { Fact, SequencedRecord } from '../facts.ts';
import type { PlatformPort } from '../platform-port.ts';
import type { Layer } from '../variations/layer.ts';
import type { Change } from './defect.ts';

interface Receiving {
  readonly layer: () => Layer;
  /** Called when a member starts: it receives every record again, up to `head`. */
  readonly started?: (head: number) => void;
  readonly received?: (record: SequencedRecord) => void;
}

/**
 * Changes responses by what the member received. One memory serves all worlds, so it may hold only ids that differ
 * between worlds.
 */
export function ofReceived(make: () => Receiving): Change {
  const { layer, started, received } = make();
  const port: Port = (good) => ({
    ...good,
    follow(after, apply) {
      started?.(good.head());
      return good.follow(after, (record) => {
        received?.(record);
        apply(record);
      });
    },
  });
  return { parts: () => ({ layer: layer() }), port };
}

type Port = (good: PlatformPort) => PlatformPort;

/** @param begin creates, for each follower, the function that maps one fact to zero or more facts. */
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

/** Changes the row of every fact of one kind. Has no memory. */
export const receivingRows = <K extends Fact['kind']>(kind: K, change: (fact: Extract<Fact, { kind: K }>) => Fact): Port =>
  receiving(() => (fact) => [fact.kind === kind ? change(fact as Extract<Fact, { kind: K }>) : fact]);
