import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of this package, from its own package.json, in a clone and installed. */
export function version(): string {
  const path = findPackageJSON('.', import.meta.url);
  if (path === undefined) throw new Error('package.json of touchstone is missing');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
