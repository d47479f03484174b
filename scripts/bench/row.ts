/** A row of the bench: one figure of shared/performance.md, or a few that are measured together. */
import type { Tree } from './tree.ts';

export type Wanted = { readonly atLeast: number } | { readonly atMost: number };

export interface Figure {
  /** What is measured, such as `GET of one order`. */
  readonly title: string;
  readonly unit: string;
  /** Whom it is compared with. The figure is own / peer then, and own alone if there is no peer. */
  readonly peer?: string;
  /** The bound on the figure. Absent: it is stated and not judged. */
  readonly wanted?: Wanted;
}

/** One round's measurement of a figure, in its unit. */
export interface Sample {
  readonly own: number;
  readonly peer?: number;
}

export type Samples<Name extends string = string> = { readonly [N in Name]: Sample };

/** A row whose servers run: `measure` takes turns between the product and its peers. */
export interface OpenRow<Name extends string = string> extends AsyncDisposable {
  measure(round: number): Promise<Samples<Name>>;
}

export interface Row<Name extends string = string> {
  /** Of shared/performance.md, such as `S1`. */
  readonly id: string;
  readonly title: string;
  readonly figures: { readonly [N in Name]: Figure };
  /** Why it cannot be measured here; undefined if it can. */
  readonly lacks?: (tree: Tree) => string | undefined;
  /** Starts what the rounds measure, warmed up. `tree` is the revision under test; peers are always the present ones. */
  readonly open: (tree: Tree) => Promise<OpenRow<Name>>;
}

/** Checks the row's literal: each figure has a sample of the same name. */
export function defineRow<const Name extends string>(row: Row<Name>): Row {
  return row as unknown as Row;
}
