/** A row of the bench: one figure of the product (`own`), as a ratio to that of its peer (`peer`). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../tooling/setup/root.mjs';

/** A checkout of this repository: the current one, or another revision with the current bench copied over it. */
export interface Tree {
  readonly name: string;
  /** The path of a file of this tree. */
  readonly path: (file: string) => string;
  /** The path of its command-line program. */
  readonly program: string;
}

export function treeAt(name: string, folder: string): Tree {
  const path = (file: string) => join(folder, file);
  const program = path('scripts/touchstone.mjs');
  // Before November 2026 the program was a TypeScript file.
  return { name, path, program: existsSync(program) ? program : path('scripts/touchstone.ts') };
}

export const PRESENT: Tree = treeAt('present', fromRoot('.'));

/** What one side measured in one round, by the figure's name. */
export type Sample = Readonly<Record<string, number>>;

/** A side with servers that are running and warm. */
export interface OpenSide extends AsyncDisposable {
  measure(): Promise<Sample>;
}

/** Starts what the rounds measure. `tree` is the revision under test for `own`, and the current tree for a peer. */
export type Side = (tree: Tree) => Promise<OpenSide>;

export type Bound = { readonly atLeast: number } | { readonly atMost: number };

export interface Peer {
  /** Such as `koa + @koa/router`. */
  readonly name: string;
  readonly side: Side;
}

export interface Row {
  /** The id in shared/performance.md, such as `S1`. Rows with one id may have the same name, such as `read`. */
  readonly id: string;
  readonly name: string;
  /** What is measured, such as `GET of one order`. */
  readonly work: string;
  /** The name of the figure in the samples of both sides. Rows with the same sides are measured together. */
  readonly figure: string;
  readonly unit: string;
  /** The bound on own / peer, or on own if there is no peer. Absent: the figure is stated and not judged. */
  readonly wanted?: Bound;
  readonly own: Side;
  readonly peer?: Peer;
  /** Why it cannot be measured on this machine; undefined if it can. */
  readonly lacks?: () => string | undefined;
  /** A round takes minutes: the row is measured only if it is named. */
  readonly isLong?: boolean;
}
