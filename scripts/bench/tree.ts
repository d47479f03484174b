/** A checkout of this repository: the present one, or another revision's with the present bench laid over it. */
import { join } from 'node:path';
import { fromRoot } from '../build/setup/root.mjs';

export interface Tree {
  readonly name: string;
  /** The path of a file of this tree. */
  readonly path: (file: string) => string;
}

export function treeAt(name: string, folder: string): Tree {
  return { name, path: (file) => join(folder, file) };
}

export const PRESENT: Tree = treeAt('present', fromRoot('.'));
