/** Finds the checks: every `*.check.ts` below conformance/checks (`*.check.js` in the built package). */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Check } from '../check.ts';

const ROOT = new URL('../../checks/', import.meta.url);
const FILE = /\.check\.[jt]s$/;

function isCheck(value: unknown): value is Check {
  return typeof value === 'object' && value !== null && 'proves' in value && 'judge' in value && 'drive' in value;
}

/** The checks that a module exports: single ones, and tables of them (`checks`). */
function checksOf(module: Readonly<Record<string, unknown>>): readonly Check[] {
  return Object.values(module).flatMap((value) => {
    if (isCheck(value)) return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).filter(isCheck) : [];
  });
}

/**
 * In order of their ids, each with the file that states it. Throws where a file has no check, where an id does not
 * begin with its folder, and where an id occurs twice.
 */
export async function loadChecks(root: URL = ROOT): Promise<readonly Check[]> {
  const files = (await readdir(fileURLToPath(root), { recursive: true })).filter((name) => FILE.test(name)).sort();
  const perFile = await Promise.all(
    files.map(async (name) => {
      const file = name.replaceAll('\\', '/');
      const area = file.slice(0, file.lastIndexOf('/') + 1);
      const found = checksOf((await import(new URL(name, root).href)) as Readonly<Record<string, unknown>>);
      if (found.length === 0) throw new Error(`${file} exports no check`);
      const strange = found.find(({ id }) => !id.startsWith(area) || id.slice(area.length).includes('/'));
      if (strange !== undefined) throw new Error(`${file}: the id of a check here is ${area}NAME, not '${strange.id}'`);
      return found.map((check) => ({ ...check, file: `conformance/checks/${file.replace(/js$/, 'ts')}` }));
    }),
  );
  // Sorted by id: with the file's ending, `no-token` would sort after `no-token-is-served`.
  const all = perFile.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
  const twice = all.find(({ id }, i) => all[i + 1]?.id === id);
  if (twice !== undefined) throw new Error(`two checks have the id '${twice.id}'`);
  return all;
}
