/** `npm run scenario-format`: scenarios/scenario.schema.json and the reference in scenarios/README.md, after a change of the format. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { schemaText, withReference } from './scenario-format/written.ts';

const folder = fileURLToPath(new URL('../../scenarios/', import.meta.url));
writeFileSync(`${folder}scenario.schema.json`, schemaText());
writeFileSync(`${folder}README.md`, withReference(readFileSync(`${folder}README.md`, 'utf8')));
