import { expect, test } from 'vitest';
import { sourceOf } from '../tidy/source-files.ts';
import { controlTypes } from './control-types.ts';

test('what the suite knows of the control plane is what a sandbox says of it', { timeout: 60_000 }, async () => {
  for (const [path, fresh] of Object.entries(await controlTypes())) {
    expect(sourceOf(path) === fresh, `${path} is not of this control plane: run \`npm run -s generate:control\``).toBe(
      true,
    );
  }
});
