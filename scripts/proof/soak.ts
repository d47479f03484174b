/**
 * The long forms of what the tests hold in short, one after another: `npm run soak`. Each is a program of its own under
 * soak/, which says in its head what it does and what its arguments are.
 *
 *     npm run -s soak [NAME]...
 *     npm run -s soak -- --for 30m [--seed N]     soak/mixed.ts alone, for so long
 *
 * Exits 1 where one of them does.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('soak/', import.meta.url);

const all = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const given = process.argv.slice(2);
const isTimed = given[0]?.startsWith('--') === true;
const names = isTimed ? ['mixed'] : given;
const unknown = names.filter((name) => !all.includes(`${name}.ts`));
if (unknown.length > 0) {
  const known = all.map((file) => file.slice(0, -'.ts'.length));
  console.error(`there is no soak ${unknown.join(', ')}; there are ${known.join(', ')}`);
  process.exit(2);
}
for (const file of all) {
  if (names.length > 0 && !names.includes(file.slice(0, -'.ts'.length))) continue;
  console.log(`soak/${file}`);
  const program = [fileURLToPath(new URL(file, FOLDER)), ...(isTimed ? given : [])];
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
