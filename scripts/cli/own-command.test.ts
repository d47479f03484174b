import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { asTyped, ownCommand } from './own-command.ts';

const CLONE = 'file:///srv/a%20clone/scripts/cli/own-command.ts';
const PACKAGE = 'file:///srv/node_modules/touchstone/dist/scripts/cli/main.js';

test.each([
  ['a clone', '/srv/a clone', CLONE, 'npm run -s touchstone --'],
  ['a clone, in another folder', '/tmp', CLONE, "node '/srv/a clone/scripts/bin.mjs'"],
  ['an installed package', '/tmp', PACKAGE, 'npx touchstone'],
])('the command of %s', (_, cwd, url, command) => {
  expect(ownCommand(cwd, url)).toBe(command);
});

test.each([
  ['see touchstone check --help', 'see npm run -s touchstone -- check --help'],
  ['touchstone: see touchstone --help', 'touchstone: see npm run -s touchstone -- --help'],
  ['npx touchstone: touchstone is for Node', 'npx touchstone: touchstone is for Node'],
  ['/srv/touchstone check, touchstone checks', '/srv/touchstone check, touchstone checks'],
])('%s, as it is typed', (text, typed) => {
  expect(asTyped(text, fileURLToPath(new URL('../..', import.meta.url)))).toBe(typed);
});
