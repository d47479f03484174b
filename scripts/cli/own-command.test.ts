import { expect, test } from 'vitest';
import { ownCommand } from './own-command.ts';

test.each([
  ['a clone', 'file:///srv/clone/scripts/cli/own-command.ts', 'npm run -s touchstone --'],
  ['an installed package', 'file:///srv/node_modules/touchstone/dist/scripts/cli/main.js', 'npx touchstone'],
])('the command of %s', (_, url, command) => {
  expect(ownCommand(url)).toBe(command);
});
