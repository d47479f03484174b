#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

// The installed package runs on the consumer's own Node, which may be too old to parse what follows: hence plain
// JavaScript, and an import that waits for the check.
const [major, minor] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 24 || (major === 24 && minor >= 18);
const isBuilt = existsSync(new URL('../dist/scripts/cli/main.js', import.meta.url));
// setup.mjs is no part of the package: in a clone `npx touchstone` does what `npm run touchstone` does.
const isClone = existsSync(new URL('setup.mjs', import.meta.url));

if (isNewEnough && isBuilt) {
  // Node keeps what it compiles: from the second start on most of the time to the ready line is saved.
  module.enableCompileCache();
  await import('../dist/scripts/cli/main.js');
} else if (isClone) {
  process.argv.splice(2, 0, 'touchstone');
  await import('./setup.mjs');
} else {
  process.stderr.write(`touchstone: Node 24.18.1 or newer is needed, and this is ${process.version}\n`);
  process.exitCode = 2;
}
