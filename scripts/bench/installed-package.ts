/** The command line of the package as it is published, bundled from a tree; without declarations and pages, which no start reads. */
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tree } from './row.ts';

export interface InstalledPackage extends Disposable {
  readonly program: string;
}

export async function installedPackage(tree: Tree): Promise<InstalledPackage> {
  const bundler = tree.path('scripts/tooling/package/bundle.ts');
  // The package of an older revision has as many modules as its tree.
  if (!existsSync(bundler)) return { program: tree.program, [Symbol.dispose]: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-installed-'));
  const { bundleInto } = (await import(bundler)) as typeof import('../tooling/package/bundle.ts');
  await bundleInto(join(folder, 'dist'));
  for (const file of ['package.json', 'scripts/bin.mjs']) cpSync(tree.path(file), join(folder, file));
  symlinkSync(tree.path('node_modules'), join(folder, 'node_modules'));
  return {
    program: join(folder, 'scripts/bin.mjs'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
