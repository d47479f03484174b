import { expect, test } from 'vitest';
import type { Sandbox } from '../../../platform-sim/sandbox.ts';
import { banner } from './sandbox-banner.ts';

// biome-ignore format: an aligned table
test.each([
  ['virtual', 0,  '.touchstone/profile.json', / token trader\)\n.* check --target \.touchstone\/profile\.json\n/s],
  ['scaled',  60, 'of mine.json',             / token trader --target 'of mine\.json'\)\n.* check --target 'of mine\.json'\n/s],
  ['scaled',  2,  'x.json',                   / check --target x\.json --depth quick --patience 0s\n/s],
  ['real',    1,  'x.json',                   / check --target x\.json --depth quick --patience 0s\n/s],
] as const)('the commands on a %s clock at rate %d, with the profile %s', (mode, rate, file, lines) => {
  const urls = { baseUrl: 'http://a:4010', controlUrl: 'http://a:4011', consoleUrl: 'http://a:4011/' };
  expect(banner({ ...urls, clock: { mode, rate } } as Sandbox, file, '/')).toMatch(lines);
});
