/** A checkout of this repository: the present one, or another revision's with the present bench laid over it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../build/setup/root.mjs';

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
