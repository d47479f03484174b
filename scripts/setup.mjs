/**
 * What `npm start`, `npm test` and `npm run touchstone` run: it brings the packages, Node 24 and the
 * generated types where they are not there yet, then hands over. Plain JavaScript without dependencies, for it runs first on a machine that has Node 20 alone.
 *
 *   node scripts/setup.mjs sandbox [OPTION...]          the sandbox
 *   node scripts/setup.mjs touchstone COMMAND [...]     any command
 *   node scripts/setup.mjs test [VITEST ARGUMENT...]    the tests, all of them without arguments
 *   node scripts/setup.mjs                              sets up, runs nothing
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringControlTypes } from './tooling/setup/control-types.mjs';
import { bringPrograms } from './tooling/setup/debian.mjs';
import { handOver } from './tooling/setup/hand-over.mjs';
import { findNode24 } from './tooling/setup/node24.mjs';
import { bringPackages } from './tooling/setup/packages.mjs';
import { bringPages } from './tooling/setup/pages.mjs';
import { fromRoot } from './tooling/setup/root.mjs';

const [task, ...args] = process.argv.slice(2);

try {
  bringPackages();
  const node = findNode24();
  const isExact = task === undefined || task === 'test';
  bringControlTypes(node, { isExact });
  bringPages(node, { isExact });
  if (task === 'test') {
    bringPrograms();
    // Each test file has a process, and many start others: what one has compiled the next ones read.
    process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');
    await handOver(node, fromRoot('node_modules/vitest/vitest.mjs'), [
      'run',
      '--config',
      fromRoot('scripts/vitest.config.ts'),
      ...args,
    ]);
  } else if (task === 'sandbox') {
    await handOver(node, fromRoot('scripts/touchstone.mjs'), ['sandbox', ...args]);
  } else if (task === 'touchstone') {
    await handOver(node, fromRoot('scripts/touchstone.mjs'), args);
  } else if (task !== undefined) {
    throw new Error(`no task ${task}: sandbox, touchstone or test`);
  }
} catch (error) {
  process.stderr.write(`touchstone: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
