/**
 * `npm run soak container`: makes the image of `scripts/deploy/Containerfile` by its own steps in an empty folder, starts it as
 * its own user with a read-only root, and places an order.
 *
 * It needs no engine, but root. Prints what each step takes. Exits 1 where something differs, or all takes more than a minute.
 */
import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { withoutNamespaces } from '../container/in-root.ts';
import { EXPECTED, serveOneOrder } from '../container/served-order.ts';
import { makeImage } from '../container/stand-in.ts';

const WITHIN_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'touchstone-container-'));
try {
  const unable = withoutNamespaces();
  if (unable !== undefined) console.log(`  not run: ${unable}`);
  else {
    const { nowMs } = startStopwatch();
    const image = makeImage(folder, {}, console.log);
    deepStrictEqual(await serveOneOrder(image, join(folder, 'data')), EXPECTED);
    console.log(`${(nowMs() / 1000).toFixed(1).padStart(6)} s  in all; load average ${loadavg()[0]?.toFixed(1)}`);
    if (nowMs() > WITHIN_MS) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
