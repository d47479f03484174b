/** Finds the checks: every `*.check.ts` below conformance/checks (`*.check.js` where the package is built). */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Check } from './check.ts';

const ROOT = new URL('../checks/', import.meta.url);
const FILE = /\.check\.[jt]s$/;

function isCheck(value: unknown): value is Check {
  return typeof value === 'object' && value !== null && 'proves' in value && 'judge' in value && 'drive' in value;
}

/** In order of their ids. Throws where a file does not export exactly one check, named as the file is. */
export async function loadChecks(root: URL = ROOT): Promise<readonly Check[]> {
  const files = (await readdir(fileURLToPath(root), { recursive: true })).filter((name) => FILE.test(name));
  const checks = await Promise.all(
    files.map(async (file) => {
      const module = (await import(new URL(file, root).href)) as Readonly<Record<string, unknown>>;
      const [found, second] = Object.values(module).filter(isCheck);
      const id = file.replaceAll('\\', '/').replace(FILE, '');
      if (found === undefined || second !== undefined) throw new Error(`${file} must export exactly one check`);
      if (found.id !== id) throw new Error(`the check of ${file} must have the id '${id}', not '${found.id}'`);
      return found;
    }),
  );
  // By id: a file's ending would sort `no-token` behind `no-token-is-served`.
  return checks.sort((a, b) => (a.id < b.id ? -1 : 1));
}
