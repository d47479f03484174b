#!/usr/bin/env node
// The installed package runs on the consumer's own Node, which may be too old to parse what follows: hence plain
// JavaScript, and an import that waits for the check.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 24 || (major === 24 && minor >= 18)) {
  await import('../dist/scripts/touchstone.js');
} else {
  process.stderr.write(`touchstone: Node 24.18.1 or newer is needed, and this is ${process.version}\n`);
  process.exitCode = 2;
}
