/** `npm run check:package`: what would be published, judged by publint and by attw (do its types resolve for a consumer). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgesOf, packInto } from './packed.ts';

const bin = fileURLToPath(new URL('../../../node_modules/.bin/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'touchstone-package-'));
try {
  const tarball = packInto(folder);
  for (const [tool, ...args] of judgesOf(tarball)) {
    const { status } = spawnSync(join(bin, tool), args, { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
