/**
 * `npm run soak`: runs the long forms of the tests, one after another. Each is a program under soak/, with a header that states
 * its purpose and its arguments.
 *
 *     npm run -s soak -- --help
 *     npm run -s soak [NAME]...
 *     npm run -s soak -- --for 30m [--seed N]     only soak/mixed.ts, for this long
 *
 * Exits 1 if one of them does, 2 for invalid arguments.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { soakOptions } from './soak-options.ts';

const FOLDER = new URL('soak/', import.meta.url);

const all = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length));
const given = process.argv.slice(2);
const options = soakOptions(given, all);
if (typeof options === 'string') {
  console.error(`soak: ${options}`);
  process.exit(2);
}
if (options.isHelp) {
  console.log(help());
  process.exit(0);
}
for (const name of all) {
  if (options.names.length > 0 && !options.names.includes(name)) continue;
  console.log(`soak/${name}.ts`);
  const program = [fileURLToPath(new URL(`${name}.ts`, FOLDER)), ...(options.isTimed ? given : [])];
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

function help(): string {
  const programs = all.map((name) => `  ${name.padEnd(20)}${purposeOf(name)}`);
  return `npm run soak -- [NAME]...                   these programs, all unless named
npm run soak -- --for 30m [--seed N]        mixed alone, for so long (10m and seed 1 unless stated)

${programs.join('\n')}`;
}

/** The first sentence of a program's header. */
function purposeOf(name: string): string {
  const [, head = ''] = /\/\*\*([\s\S]*?)\*\//.exec(readFileSync(new URL(`${name}.ts`, FOLDER), 'utf8')) ?? [];
  const text = head.replace(/\s*\n \* ?/g, ' ').trim();
  return /^.*?[.:](?= |$)/.exec(text.replace(/^`[^`]*`: /, ''))?.[0].slice(0, -1) ?? '';
}
