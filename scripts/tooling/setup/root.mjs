import { fileURLToPath } from 'node:url';

/**
 * A path of the repository, wherever the command was typed.
 * @param {string} path
 */
export function fromRoot(path) {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}
