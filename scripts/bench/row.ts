/** A row of the bench: one figure of the product (`own`), as a ratio to what it is compared with (`peer`). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../tooling/setup/root.mjs';

/** A checkout of this repository: the present one, or another revision's with the present bench laid over it. */
export interface Tree {
  readonly name: string;
  /** The path of a file of this tree. */
  readonly path: (file: string) => string;
  /** The program of its command line. */
  readonly program: string;
}

export function treeAt(name: string, folder: string): Tree {
  const path = (file: string) => join(folder, file);
  const program = path('scripts/touchstone.mjs');
  // Of a revision before November 2026 it is TypeScript.
  return { name, path, program: existsSync(program) ? program : path('scripts/touchstone.ts') };
}

export const PRESENT: Tree = treeAt('present', fromRoot('.'));

/** What one side measured in one round, by the figure's name. */
export type Sample = Readonly<Record<string, number>>;

/** A side whose servers run and are warm. */
export interface OpenSide extends AsyncDisposable {
  measure(): Promise<Sample>;
}

/** Starts what the rounds measure. `tree`: the revision under test for `own`, the present one for a peer. */
export type Side = (tree: Tree) => Promise<OpenSide>;

export type Bound = { readonly atLeast: number } | { readonly atMost: number };

export interface Peer {
  /** Such as `koa + @koa/router`. */
  readonly name: string;
  readonly side: Side;
}

export interface Row {
  /** Of shared/performance.md, such as `S1`; rows of one id may have the same name, such as `read`. */
  readonly id: string;
  readonly name: string;
  /** What is measured, such as `GET of one order`. */
  readonly work: string;
  /** Its name in the samples of both sides. Rows with the same sides are measured together. */
  readonly figure: string;
  readonly unit: string;
  /** The bound on own / peer, or on own alone without a peer. Absent: the figure is stated and not judged. */
  readonly wanted?: Bound;
  readonly own: Side;
  readonly peer?: Peer;
  /** Why it cannot be measured here; undefined if it can. */
  readonly lacks?: () => string | undefined;
  /** A round takes minutes: it is measured only where it is named. */
  readonly isLong?: boolean;
}
