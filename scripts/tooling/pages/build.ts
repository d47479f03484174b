/**
 * Builds the web pages: the control console and the report viewer, each one script and one style sheet beside an
 * index.html, in `built/` of its folder. The set-up runs it where a source has changed; so does the package's build.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { DIGEST_FILE, PAGES, pagesDigest } from '../setup/pages.mjs';
import { fromRoot } from '../setup/root.mjs';

for (const folder of PAGES) {
  const root = fromRoot(folder);
  await build({
    configFile: false,
    root,
    // Relative: a world's console is served below a path, and a report is read from disk.
    base: './',
    logLevel: 'warn',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: 'built',
      emptyOutDir: true,
      target: 'es2022',
      // The report viewer is one file: the renderer puts its script and its style into the page.
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: 100_000,
      rolldownOptions: {
        output: { entryFileNames: 'page.js', assetFileNames: 'page[extname]', codeSplitting: false },
      },
    },
  });
  writeFileSync(join(root, DIGEST_FILE), `${pagesDigest()}\n`);
}
