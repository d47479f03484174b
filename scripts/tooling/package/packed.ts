import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The tarball that would be published, built and packed into `folder`; its path. */
export function packInto(folder: string): string {
  const said = execFileSync('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const file = /"filename": "([^"]+)"/.exec(said)?.[1];
  if (file === undefined) throw new Error(`npm pack named no file: ${said}`);
  return join(folder, file);
}

/** What judges the tarball: publint, and attw (do its types resolve for a consumer). */
export const judgesOf = (tarball: string) =>
  [
    ['publint', 'run', tarball, '--strict'],
    ['attw', tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji'],
  ] as const;
