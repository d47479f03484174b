import { EDGES, edgeRow } from '../../../faults/edges.ts';
import type { Exchange, Pass, SequencedRecord, Waiting } from '../event-types.ts';

/** One step of a write on its way from the door to its answer. */
export interface Step {
  readonly name: string;
  readonly atNs: string;
  /** Since the step before. */
  readonly afterMs: number;
  /** The rule that holds or delays it there now. */
  readonly waiting?: Waiting;
  /** The ids of the rules that struck there. */
  readonly struck: readonly string[];
  readonly detail?: string;
}

/** The clock may move on between an edge and what a rule does there. */
const SAME_NS = 50_000_000n;

function isAbout(time: string, other: string): boolean {
  const ns = BigInt(time) - BigInt(other);
  return ns >= 0n && ns <= SAME_NS;
}

function verdictOf(record: SequencedRecord): string {
  const { verdict } = record as {
    readonly verdict?: { readonly facts?: readonly { kind: string }[]; readonly refused?: { code: string } };
  };
  if (verdict?.refused !== undefined) return `refused ${verdict.refused.code}`;
  return (verdict?.facts ?? []).map(({ kind }) => kind).join(', ');
}

/** What is known of the writes under a key, in order of time: each edge, the record, each answer. */
export function laneOf(
  key: string,
  known: {
    readonly passes: readonly Pass[];
    readonly records: readonly SequencedRecord[];
    readonly exchanges: readonly Exchange[];
    readonly waiting: readonly Waiting[];
  },
): readonly Step[] {
  const ofKey = known.exchanges.filter((one) => one.key === key);
  const strikes = ofKey.flatMap((one) => one.strikes);
  const steps: (Omit<Step, 'afterMs'> & { readonly rank: number })[] = [
    ...known.passes.flatMap((pass) => {
      const name = edgeRow(pass.edge).lane;
      if (name === undefined) return [];
      const waiting = known.waiting.find(
        (one) => one.key === key && one.edge === pass.edge && isAbout(one.sinceNs, pass.atNs),
      );
      const there = strikes.filter(({ edge, atNs }) => edge === pass.edge && isAbout(atNs, pass.atNs));
      // Two attempts may wait for one command.
      const struck = [...new Set(there.map(({ fault }) => fault))];
      const of = pass.member === undefined ? '' : ` (${pass.member})`;
      const step = { name: `${name}${of}`, atNs: pass.atNs, rank: EDGES.indexOf(pass.edge), struck };
      return [waiting === undefined ? step : { ...step, waiting }];
    }),
    ...known.records
      .filter((record) => (record['command'] as { readonly key?: unknown } | undefined)?.key === key)
      .map((record) => ({
        ...{ name: `position ${record.position}`, atNs: record.atNs, detail: verdictOf(record), struck: [] },
        rank: EDGES.indexOf('sequencer') + 0.5,
      })),
    ...ofKey.map(({ atNs, outcome, strikes: struck }) => ({
      ...{ name: 'answer', atNs, rank: EDGES.length, detail: outcome.text },
      struck: struck.flatMap(({ edge, fault }) => (edge === 'answer' ? fault : [])),
    })),
  ];
  const msOf = ({ atNs }: { readonly atNs: string }) => Number(BigInt(atNs) / 1_000_000n);
  // A record's time is a little after the clock's: what is shown as one time is in the order of the way.
  const ordered = steps.sort((a, b) => msOf(a) - msOf(b) || a.rank - b.rank);
  return ordered.map(({ rank: _, ...step }, i) => {
    const before = ordered[i - 1];
    const afterMs = before === undefined ? 0 : Number((BigInt(step.atNs) - BigInt(before.atNs)) / 1_000_000n);
    return { ...step, afterMs };
  });
}
