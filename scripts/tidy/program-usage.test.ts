/** `npm run bench` and `npm run soak`: help on request, and wrong usage in one line with status 2. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { fromRoot } from '../tooling/setup/root.mjs';

const BENCH = 'scripts/bench/bench.ts';
const SOAK = 'scripts/proof/soak.ts';

function run(program: string, args: readonly string[]) {
  return spawnSync(process.execPath, [fromRoot(program), ...args], { encoding: 'utf8' });
}

test.each([
  [BENCH, [/--rounds N/, /--compare REV/, /--write/, /^ {2}S15 +worlds +\S/m]],
  [SOAK, [/--for 30m/, /--seed N/, /^ {2}spread +\S/m, /^ {2}mixed +\S/m]],
])('%s --help lists what there is', (program, lines) => {
  const { status, stdout, stderr } = run(program, ['--help']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const line of lines) expect(stdout).toMatch(line);
});

test.each([
  [BENCH, ['S99'], /^bench: there is no row S99; there are V5 \(check\)/],
  [BENCH, ['--rounds', '0'], /^bench: --rounds is a whole number/],
  [SOAK, ['--for', '1x'], /^soak: --for 1x: a duration such as/],
  [SOAK, ['--seed', 'x'], /^soak: --seed x: a whole number/],
  [SOAK, ['--for', '1m', 'spread'], /^soak: --for and --seed are of mixed alone/],
  [SOAK, ['nosuch'], /^soak: there is no soak nosuch; there are attacks/],
  ['scripts/proof/soak/mixed.ts', ['--for', '1x'], /^soak: --for 1x: a duration such as/],
])('%s %j is refused in a line', (program, args, line) => {
  const { status, stdout, stderr } = run(program, args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(line);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});
