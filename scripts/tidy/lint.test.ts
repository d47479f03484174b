/** The linters are shown each offence, one line at a time: a rule that a new release renames would be silent otherwise. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFolder } from '../cli/testing/test-folder.ts';
import { onDisk, sourceOf } from './source-files.ts';

const folder = testFolder();

const ambient = [
  'export const a = Date.now();',
  'export const a = [1].map(Date.now);',
  'export const a = new Date();',
  'export const a = Date();',
  'export const a = performance.now();',
  'export const a = process.hrtime.bigint();',
  'export const a = process.uptime();',
  'export const a = Math.random();',
  'export const a = setTimeout(() => {}, 5);',
  'export const a = setInterval(() => {}, 5);',
  'export const a = globalThis.setTimeout(() => {}, 5);',
  'export const a = AbortSignal.timeout(5);',
  'export const a = crypto.randomUUID();',
  'export const a = globalThis.crypto.getRandomValues(new Uint8Array(4));',
  "import { setTimeout as sleep } from 'node:timers/promises';\nawait sleep(5);",
  "import { setTimeout as sleep } from 'timers';\nsleep(() => {}, 5);",
  "import { randomUUID } from 'node:crypto';\nexport const a = randomUUID();",
  "import { randomBytes as bytes } from 'node:crypto';\nexport const a = bytes(3);",
];
const expressions = ambient.filter((source) => source.startsWith('export'));
const innocent = [
  'export const a = new Date(5);',
  "export const a = Date.parse('2026-01-05');",
  'export const a = Math.max(1, 2);',
  "import { createHash } from 'node:crypto';\nexport const a = createHash('sha256');",
];
/** Lists that grow with what a target answers, as arguments. */
const spread = [
  'export const a = allOf(pass, ...parts);',
  'export const a = violated("x", ...pages.map(first));',
  'export const a = Math.max(0, ...seqs);',
  'list.push(...pages);',
];
const handedOn = [
  'export const a = allOf(pass, parts, [...pages].map((page) => f(...page)));',
  'export const a = { ...violated("x", pages) };',
  'export const a = fc.constantFrom(...GRANTS);',
];
const pathnames = [
  "export const a = new URL('x.ts', import.meta.url).pathname;",
  "import { readFileSync } from 'node:fs';\nexport const a = readFileSync(new URL(import.meta.url).pathname);",
];
const addresses = [
  "export const a = new URL('http://localhost/x').pathname;",
  "export const a = new URL('x', import.meta.url);",
];
const mayReadThem = ['platform-sim/clock.ts', 'platform-sim/secrets.ts', 'conformance/runner/stopwatch.ts'];

describe('ambient time and randomness, lists as arguments, and paths of file URLs', () => {
  let said: readonly string[];

  beforeAll(() => {
    for (const path of ['.biome.json', '.gitignore', 'scripts/tooling/lint'])
      cpSync(onDisk(path), join(folder, path), { recursive: true });
    for (const [n, source] of ambient.entries()) write(`gateway/offence-${n}.ts`, source);
    for (const [n, source] of innocent.entries()) write(`gateway/innocent-${n}.ts`, source);
    for (const [n, source] of spread.entries()) write(`conformance/spread-${n}.ts`, source);
    for (const [n, source] of handedOn.entries()) write(`conformance/innocent-${n}.ts`, source);
    for (const [n, source] of pathnames.entries()) write(`scripts/pathname-${n}.ts`, source);
    for (const [n, source] of addresses.entries()) write(`scripts/innocent-${n}.ts`, source);
    for (const path of mayReadThem)
      write(path, expressions.map((source, n) => source.replace(' a ', ` a${n} `)).join('\n'));
    write('gateway/clock.ts', 'export const a = Date.now();');
    // Biome's plugin has what only arguments tell apart: each name in it costs a second of CPU over the repository, in oxlint nothing.
    cpSync(onDisk('.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    writeFileSync(join(folder, 'tsconfig.json'), sourceOf('tsconfig.json').replace('"types": ["node"]', '"types": []'));
    const biome = run('@biomejs/biome/bin/biome', ['lint', '--reporter=github', '--max-diagnostics=none'], folder);
    const oxlint = run('oxlint/bin/oxlint', ['--format=github'], folder);
    said = `${biome}\n${oxlint.replaceAll('file=', 'file=/')}`
      .split('\n')
      .filter((line) =>
        /Ambient|does not fit on the stack|fileURLToPath|no-restricted-(globals|properties)/.test(line),
      );
  }, 300_000);

  test.each(ambient.map((source, n) => [source, n] as const))('%s', (_, n) => {
    expect(said.filter((line) => line.includes(`/gateway/offence-${n}.ts,`))).not.toEqual([]);
  });

  test.each(spread.map((source, n) => [source, n] as const))('%s', (_, n) => {
    expect(said.filter((line) => line.includes(`/conformance/spread-${n}.ts,`))).not.toEqual([]);
  });

  test.each(pathnames.map((source, n) => [source, n] as const))('%s', (_, n) => {
    expect(said.filter((line) => line.includes(`/scripts/pathname-${n}.ts,`))).not.toEqual([]);
  });

  test('nothing else is named', () => {
    expect(said.filter((line) => line.includes('innocent'))).toEqual([]);
  });

  test.each(mayReadThem)('%s may read them', (path) => {
    expect(said.filter((line) => line.includes(`/${path},`))).toEqual([]);
  });

  test('a file of another folder may not by its name', () => {
    expect(said.filter((line) => line.includes('/gateway/clock.ts,'))).toHaveLength(1);
  });
});

describe('promises and directions', () => {
  const offences = {
    'gateway/floating.ts': ['no-floating-promises', 'const x = async () => 1;\nx();'],
    'gateway/misused.ts': ['no-misused-promises', 'const x = async () => 1;\n[1].forEach(async () => { await x(); });'],
    'gateway/exhaustive.ts': [
      'switch-exhaustiveness-check',
      "export function f(k: 'a' | 'b') { switch (k) { case 'a': return 1; } return 2; }",
    ],
    'gateway/direction.ts': ['no-restricted-imports', "export * from '../platform-sim/clock.ts';"],
    'platform-sim/direction.ts': ['no-restricted-imports', "import '../conformance/x.ts';"],
    'conformance/direction.ts': ['no-restricted-imports', "export type { Fact } from '../gateway/facts.ts';"],
    'scenarios/direction.ts': ['no-restricted-imports', "import '../conformance/runner/plan/plan.ts';"],
    'reports/direction.ts': ['no-restricted-imports', "import '../scenarios/player.ts';"],
  } as const;

  test('each offence is named', { timeout: 300_000 }, () => {
    for (const [path, [, source]] of Object.entries(offences)) write(path, source);
    const said = run('oxlint/bin/oxlint', ['--format=unix'], folder).split('\n');
    for (const [path, [offence]] of Object.entries(offences))
      expect(
        said.filter((line) => line.includes(path) && line.includes(offence)),
        `${path}: ${said.join('\n')}`,
      ).toHaveLength(1);
  });
});

function write(path: string, source: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${source}\n`);
}

function run(tool: string, args: readonly string[], cwd: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, [onDisk(`node_modules/${tool}`), ...args], {
    cwd,
    encoding: 'utf8',
  });
  return stdout + stderr;
}
