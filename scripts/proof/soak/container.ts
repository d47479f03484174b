/**
 * `npm run soak container`: makes the image of `scripts/deploy/Containerfile` by its own steps in an empty folder, starts it as
 * its own user with a read-only root, and places an order.
 *
 * No engine is needed, but root (`scripts/proof/container`). Prints what each step takes. Exits 1 where something differs, or
 * it takes more than a minute with a warm cache of packages.
 */
import { deepStrictEqual } from 'node:assert';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { EXPECTED, serveOneOrder } from '../container/served-order.ts';
import { makeImage, withoutNamespaces } from '../container/stand-in.ts';

const WITHIN_S = 60;

const folder = mkdtempSync(join(tmpdir(), 'touchstone-container-'));
const unable = withoutNamespaces(folder);
try {
  if (unable !== undefined) console.log(`  not run: ${unable}`);
  else {
    const { nowMs } = startStopwatch();
    const image = makeImage(folder, {}, (line) => console.log(line));
    const madeMs = nowMs();
    mkdirSync(join(folder, 'data'));
    const { healthyAfterMs, ...seen } = await serveOneOrder(image, join(folder, 'data'));
    deepStrictEqual(seen, EXPECTED);
    const took = (madeMs + healthyAfterMs) / 1000;
    console.log(
      `  ${took.toFixed(1)} s to a healthy gateway, load average ${loadavg()[0]?.toFixed(1)}; it took an order`,
    );
    if (took > WITHIN_S) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
