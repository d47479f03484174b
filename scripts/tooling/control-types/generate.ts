/** `npm run -s generate:control`: writes the types of the control plane's operations. */
import { writeFileSync } from 'node:fs';
import { sourcesDigest } from '../setup/control-types.mjs';
import { fromRoot } from '../setup/root.mjs';
import { controlTypes } from './control-types.ts';

for (const [path, source] of Object.entries(await controlTypes(sourcesDigest()))) writeFileSync(fromRoot(path), source);
