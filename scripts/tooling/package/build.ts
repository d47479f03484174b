/**
 * Emits dist/: what the command line and the exports reach, as JavaScript in few files (bundle.ts), the declarations of
 * every module, and the data files that it reads. Tests and what only they use are not reached, so they are not emitted.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bringControlTypes } from '../setup/control-types.mjs';
import { bringPages } from '../setup/pages.mjs';
import { bundleInto } from './bundle.ts';
import { PUBLISHED_SCHEMAS } from './published-schemas.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Folders of data that the code finds beside itself. Forgotten here: the test of the installed package misses them. */
const dataFolders = [
  'scenarios/library',
  'gateway/routes/docs',
  'platform-sim/control/console/built',
  'reports/viewer/built',
] as const;

bringControlTypes(process.execPath, { isExact: true });
bringPages(process.execPath, { isExact: true });
rmSync(`${root}/dist`, { recursive: true, force: true });
const compiler = `${root}/node_modules/typescript/bin/tsc`;
const project = `${root}/scripts/tooling/package/tsconfig.json`;
// Each takes one core for as long as the other.
const typing = once(
  spawn(process.execPath, [compiler, '--singleThreaded', '-p', project], { stdio: 'inherit' }),
  'exit',
);
await bundleInto(`${root}/dist`);
const [status] = (await typing) as [number | null];
if (status !== 0) process.exit(1);
for (const folder of dataFolders) {
  cpSync(`${root}/${folder}`, `${root}/dist/${folder}`, {
    recursive: true,
    filter: (source) => !source.endsWith('.ts'),
  });
}

// Not a dependency of the published package: its own dependency reports at install who installs it.
const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
  cpSync(`${swagger}/${name}`, `${root}/dist/gateway/routes/docs/${name}`);
}
for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
  cpSync(`${swagger}/${name}`, `${root}/dist/gateway/routes/docs/${name.replace(/^(?=[A-Z])/, 'swagger-ui.')}`);
}

for (const schema of ['scenario.schema.json', 'transcript.schema.json']) {
  cpSync(`${root}/scenarios/${schema}`, `${root}/dist/scenarios/${schema}`);
}

// Editors read that of a profile: `touchstone init` names it in the first line.
for (const [name, schema] of Object.entries(PUBLISHED_SCHEMAS)) {
  writeFileSync(`${root}/dist/${name}`, `${JSON.stringify(schema(), null, 2)}\n`);
}
