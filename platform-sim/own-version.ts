import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

let known: string | undefined;

/** The version of this package, from its own package.json; '' if there is none. */
export function ownVersion(): string {
  known ??= read();
  return known;
}

function read(): string {
  const path = findPackageJSON('.', import.meta.url);
  return path === undefined ? '' : (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
