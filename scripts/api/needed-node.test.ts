import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { neededNode } from './needed-node.ts';

test.each(['24.18.1', '24.21.0', '25.0.0', '100.0.0'])('Node %s is supported', (version) => {
  expect(() => neededNode(version)).not.toThrow();
});

test.each(['18.20.0', '20.20.2', '24.17.9'])('Node %s is refused with the required version', (version) => {
  expect(() => neededNode(version)).toThrow(`touchstone: Node 24.18.1 or newer is needed, and this is v${version}`);
});

test.each(['sandbox.ts', 'msw.ts'])('%s checks before it loads anything', (entry) => {
  const source = readFileSync(new URL(entry, import.meta.url), 'utf8');
  expect(/^import (?!type).*$/m.exec(source)?.[0]).toBe("import './needed-node.ts';");
});
