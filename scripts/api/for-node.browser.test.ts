/** The package in a page: a bundler for browsers finds a module that says in one line whom it is for. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { testFolder } from '../cli/testing/test-folder.ts';
import { isChromiumHere, launchChromium } from '../proof/testing/chromium.ts';

const folder = testFolder();
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The package as npm installs it, with no more than the exports lead a bundler to: the rest would have to be built. */
function installPackage(): void {
  const at = join(folder, 'node_modules/touchstone');
  const { name, exports } = JSON.parse(read('../../package.json')) as {
    readonly name: string;
    readonly exports: object;
  };
  mkdirSync(join(at, 'dist/scripts/api'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name, type: 'module', exports }));
  writeFileSync(join(at, 'dist/scripts/api/for-node.js'), stripTypeScriptTypes(read('for-node.ts')));
}

test.skipIf(!isChromiumHere)('touchstone and touchstone/msw say in a page that they are for Node', async () => {
  installPackage();
  const browser = await launchChromium();
  try {
    for (const name of ['touchstone', 'touchstone/msw', 'touchstone/vitest']) {
      const entry = join(folder, 'page.js');
      writeFileSync(entry, `import(${JSON.stringify(name)}).catch(({ message }) => { document.title = message; });`);
      const options = { lib: { entry, formats: ['es' as const], fileName: 'bundle' }, outDir: join(folder, 'out') };
      const config = { configFile: false as const, root: folder, logLevel: 'error' as const };
      await build({ ...config, build: { ...options, rolldownOptions: { output: { codeSplitting: false } } } });
      const page = await browser.newPage();
      await page.addScriptTag({ type: 'module', content: readFileSync(join(folder, 'out/bundle.js'), 'utf8') });
      await page.waitForFunction('document.title !== ""');
      expect(await page.title()).toMatch(/^touchstone is for Node: start 'npx touchstone sandbox --cors ORIGIN'/);
      await page.close();
    }
  } finally {
    await browser.close();
  }
});
