/** Another revision of this repository in a temporary folder, with the current bench copied over it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../tooling/setup/root.mjs';
import { type Tree, treeAt } from './row.ts';

/** Folders into which npm installs packages. The generator of the control plane's types has a separate TypeScript compiler. */
const PACKAGES = ['node_modules', 'scripts/client-generator/node_modules'];

/** Folders of the current tree that are copied over the other one, so that both are measured by the same code. */
const OF_THE_BENCH = ['scripts/bench', 'scripts/load'];

/** Whether this repository has a commit of that name. */
export function isRevision(revision: string): boolean {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  return spawnSync('git', args, { cwd: fromRoot('.'), stdio: 'ignore' }).status === 0;
}

/** Throws git's message if the revision does not exist. */
export function otherTree(revision: string): Tree & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-compare-'));
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: fromRoot('.'), encoding: 'utf8' });
  const remove = () => {
    git('worktree', 'remove', '--force', folder);
    rmSync(folder, { recursive: true, force: true });
  };
  git('worktree', 'add', '--detach', folder, revision);
  try {
    const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
    // Link the packages if the lock files are equal. Otherwise the revision's own setup script installs its packages.
    if (lockOf(folder) === lockOf(fromRoot('.'))) {
      for (const packages of PACKAGES) symlinkSync(fromRoot(packages), join(folder, packages));
    }
    execFileSync(process.execPath, ['scripts/setup.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    for (const part of OF_THE_BENCH) {
      rmSync(join(folder, part), { recursive: true, force: true });
      if (existsSync(fromRoot(part))) cpSync(fromRoot(part), join(folder, part), { recursive: true });
    }
  } catch (error) {
    remove();
    throw error;
  }
  const name = git('rev-parse', '--short', revision).trim();
  return { ...treeAt(name, folder), [Symbol.dispose]: remove };
}
