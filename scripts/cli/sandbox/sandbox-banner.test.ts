import { expect, test } from 'vitest';
import type { Sandbox } from '../../../platform-sim/sandbox.ts';
import { banner } from './sandbox-banner.ts';

const URLS = {
  baseUrl: 'http://127.0.0.1:4010',
  controlUrl: 'http://127.0.0.1:4011',
  consoleUrl: 'http://127.0.0.1:4011/',
};

// biome-ignore format: an aligned table
test.each([
  ['virtual', 0,  '.touchstone/profile.json', ''],
  ['scaled',  60, 'of mine.json',             ''],
  ['scaled',  2,  '.touchstone/profile.json', ' --depth quick --patience 0s'],
  ['real',    1,  'other.json',               ' --depth quick --patience 0s'],
] as const)('the check of a %s clock at rate %d takes about a minute', (mode, rate, file, options) => {
  const lines = banner({ ...URLS, clock: { mode, rate } } as Sandbox, file, '/').split('\n');
  const word = file.includes(' ') ? `'${file}'` : file;
  const target = file === '.touchstone/profile.json' ? '' : ` --target ${word}`;
  expect(lines.find((line) => line.startsWith('  A check:'))).toMatch(new RegExp(` check --target ${word}${options}$`));
  expect(lines.find((line) => line.startsWith('  A token:'))).toMatch(new RegExp(` token trader${target}\\)$`));
});
