/**
 * Members that receive instruments and algo versions late: a fault at the edge `apply` gives a member every record at
 * its position, without these facts. On its release the register restates the current rows in a record of their own,
 * which reaches every member, with any faults.
 */
import type { Command, SequencedRecord } from '../../gateway/facts.ts';
import type { PlatformPort } from '../../gateway/platform-port.ts';
import type { Faults } from '../faults/faults.ts';
import type { Sequencer } from '../sequencer.ts';
import { type ReferenceData, referenceName } from './reference-data.ts';
import { statement } from './statement.ts';

export interface ReferenceLagOptions {
  readonly faults: Pick<Faults, 'at'>;
  readonly sequencer: Pick<Sequencer, 'follow'> & { sequence(command: Command): unknown };
  readonly data: ReferenceData;
}

export interface ReferenceLag {
  /** The sequence as one member receives it. */
  followAs(member: string): PlatformPort['follow'];
  /** Stops restatements. */
  close(): void;
}

const RESTATED = 'reference data restated';

/** Creates the delay of reference data for members. */
export function createReferenceLag({ faults, sequencer, data }: ReferenceLagOptions): ReferenceLag {
  let closed = false;

  return {
    followAs: (member) => (after, apply) => {
      /** Rows whose latest form this member did not receive yet. */
      const owed = new Set<string>();
      let stopped = false;

      function restate(names: readonly string[]): void {
        const late = names.filter((name) => owed.has(name));
        // Another member's restatement, or a newer statement, may have come first.
        if (closed || stopped || late.length === 0) return;
        const facts = late.map((name) => data.stated(name));
        void sequencer.sequence(statement(RESTATED, facts));
      }

      const following = sequencer.follow(after, (record) => {
        const names = namesIn(record);
        const mayLag = names.length > 0 && record.command.operation !== RESTATED;
        const struck = mayLag ? faults.at('apply', { member }) : undefined;
        for (const name of names) {
          if (struck === undefined) owed.delete(name);
          else owed.add(name);
        }
        apply(struck === undefined ? record : withoutReferences(record));
        void struck?.then(() => restate(names));
      });
      return {
        stop() {
          stopped = true;
          following.stop();
        },
      };
    },
    close() {
      closed = true;
    },
  };
}

function namesIn({ verdict }: SequencedRecord): readonly string[] {
  return (verdict.facts ?? []).flatMap((fact) => referenceName(fact) ?? []);
}

function withoutReferences(record: SequencedRecord): SequencedRecord {
  const facts = record.verdict.facts?.filter((fact) => referenceName(fact) === undefined) ?? [];
  return { ...record, verdict: { facts } };
}
