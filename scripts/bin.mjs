#!/usr/bin/env node
import module from 'node:module';

// The installed package runs on the consumer's own Node, which may be too old to parse what follows: hence plain
// JavaScript, and an import that waits for the check.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 24 || (major === 24 && minor >= 18)) {
  // Node keeps what it compiles: from the second start on most of the time to the ready line is saved.
  module.enableCompileCache();
  await import('../dist/scripts/cli/main.js');
} else {
  process.stderr.write(`touchstone: Node 24.18.1 or newer is needed, and this is ${process.version}\n`);
  process.exitCode = 2;
}
