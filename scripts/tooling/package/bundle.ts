import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { relative } from 'node:path';
import { build, type Plugin } from 'vite';
import { fromRoot } from '../setup/root.mjs';

/** What is loaded by its path: the command line, and the exports of the package. */
const PROGRAMS = [
  'scripts/cli/main.ts',
  'scripts/api/sandbox.ts',
  'scripts/api/msw.ts',
  'scripts/api/vitest.ts',
  'scripts/api/node-test.ts',
  'scripts/api/for-node.ts',
];

/**
 * Writes the JavaScript of the package: programs and checks at their own paths below `folder`, what they share in few
 * files. A start would otherwise read some 300 modules, which is most of its time (`npm run bench -- start`).
 * Dependencies stay packages. Nothing is minified: a stack still has readable names.
 */
export async function bundleInto(folder: string): Promise<void> {
  // Found as files: conformance/runner/plan/load-checks.ts.
  const checks = readdirSync(fromRoot('conformance/checks'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.check.ts'))
    .map((path) => `conformance/checks/${path}`);
  await build({
    configFile: false,
    root: fromRoot('.'),
    logLevel: 'warn',
    publicDir: false,
    plugins: [ownAddresses()],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      // Node 24 runs what is written: nothing needs a helper of the bundler's.
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries([...PROGRAMS, ...checks].map((path) => [path.replace(/\.ts$/, ''), fromRoot(path)])),
        external: isPackage,
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
}

const { dependencies, peerDependencies } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as Manifest;

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** Throws for a package that a consumer does not get, such as one that the bundler itself calls. */
function isPackage(id: string): boolean {
  if (/^[./]/.test(id)) return false;
  const name = id.split('/', id.startsWith('@') ? 2 : 1).join('/');
  if (isBuiltin(id) || name in dependencies || name in peerDependencies) return true;
  throw new Error(`the package would import ${id}, which is no dependency of it`);
}

const TOP = '__TOP_OF_THE_BUNDLE__';

/** A module finds data beside itself: its own address goes with it into whichever file it is bundled. */
function ownAddresses(): Plugin {
  return {
    name: 'own-addresses',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta.url')) return null;
      const path = relative(fromRoot('.'), id).replace(/\.ts$/, '.js');
      return code.replaceAll('import.meta.url', `new URL('${TOP}/${path}', import.meta.url).href`);
    },
    renderChunk: (code, { fileName }) => {
      const depth = fileName.split('/').length - 1;
      return code.replaceAll(TOP, depth === 0 ? '.' : Array(depth).fill('..').join('/'));
    },
  };
}
