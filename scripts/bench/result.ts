/** What the rounds of a figure come to. */
import type { Figure, Row, Sample } from './row.ts';
import type { Taken } from './run-row.ts';
import { type Spread, spreadOf } from './statistics.ts';

export type Judged = 'reached' | 'missed' | 'stated' | 'not measured';

export interface Result {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly peer: string | undefined;
  /** own / peer of each round; own alone without a peer. */
  readonly figure: Spread;
  readonly own: Spread;
  readonly peerOwn: Spread | undefined;
  readonly wanted: string;
  readonly judged: Judged;
  /** Why it was not measured. */
  readonly lacks: string | undefined;
  /** With --compare: the other revision's figure, and the present own value as a ratio of its. */
  readonly other: { readonly name: string; readonly figure: Spread; readonly ratio: Spread } | undefined;
}

const NOTHING = spreadOf([]);

/** `taken` is of the present tree, then of the other one. Undefined: `lacks` says why. */
export function resultsOf(row: Row, [taken, other]: readonly (Taken | undefined)[], lacks?: string): readonly Result[] {
  return Object.entries(row.figures).map(([name, figure]) => {
    const samples = taken?.samples[name] ?? [];
    const value = spreadOf(samples.map(figureOf));
    return {
      id: row.id,
      title: figure.title,
      unit: figure.unit,
      peer: figure.peer,
      figure: value,
      own: spreadOf(samples.map(({ own }) => own)),
      peerOwn: figure.peer === undefined ? undefined : spreadOf(samples.map(({ peer = Number.NaN }) => peer)),
      wanted: wantedOf(figure),
      judged: samples.length === 0 ? 'not measured' : judgedOf(figure, value.median),
      lacks,
      other: other === undefined ? undefined : comparedWith(other, name, samples),
    };
  });
}

function comparedWith({ tree, samples }: Taken, name: string, present: readonly Sample[]) {
  const theirs = samples[name] ?? [];
  const ratios = present.map(({ own }, round) => own / (theirs[round]?.own ?? Number.NaN));
  return {
    name: tree,
    figure: theirs.length === 0 ? NOTHING : spreadOf(theirs.map(figureOf)),
    ratio: spreadOf(ratios),
  };
}

function figureOf({ own, peer }: Sample): number {
  return peer === undefined ? own : own / peer;
}

function judgedOf({ wanted }: Figure, value: number): Judged {
  if (wanted === undefined) return 'stated';
  const isReached = 'atLeast' in wanted ? value >= wanted.atLeast : value <= wanted.atMost;
  return isReached ? 'reached' : 'missed';
}

function wantedOf({ wanted }: Figure): string {
  if (wanted === undefined) return '';
  return 'atLeast' in wanted ? `at least ${wanted.atLeast}` : `at most ${wanted.atMost}`;
}
