/** `npm run -s generate:control`: writes the types of the control plane's operations anew. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { controlTypes } from './control-types.ts';

for (const [path, source] of Object.entries(await controlTypes())) {
  writeFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), source);
}
