import { describe, expect, test } from 'vitest';
import { circles } from './circles.ts';
import { forbidden } from './directions.ts';
import { type Import, importsOf, resolved } from './imports.ts';
import { sourceFiles, sourceOf } from './source-files.ts';

const toSim = '../platform-sim/clock.ts';

/** Each file is read and parsed once for all claims below. */
const read = new Map<string, readonly Import[]>();
function importsIn(file: string): readonly Import[] {
  const seen = read.get(file) ?? importsOf(file, sourceOf(file));
  read.set(file, seen);
  return seen;
}

describe('every way to write an import is seen', () => {
  test.each([
    ['static', `import { createClock } from '${toSim}';`],
    ['static', `import * as clock from '${toSim}';`],
    ['static', `import clock, { type Mode } from '${toSim}';`],
    ['type', `import type { Clock } from '${toSim}';`],
    ['type', `import { type Clock } from '${toSim}';`],
    ['type', `export type Clock = import('${toSim}').Clock;`],
    ['type', `export type { Clock } from '${toSim}';`],
    ['side-effect', `import '${toSim}';`],
    ['re-export', `export { createClock } from '${toSim}';`],
    ['re-export', `export * from '${toSim}';`],
    ['re-export', `export * as clock from '${toSim}';`],
    ['dynamic', `export const late = () => import('${toSim}');`],
    ['dynamic', `export const late = () => import(\`${toSim}\`);`],
    ['dynamic', `export const late = () => import(/* why */ '${toSim}');`],
    ['require', `import { createRequire } from 'node:module'; createRequire(import.meta.url)('${toSim}');`],
    ['require', `import.meta.resolve('${toSim}');`],
    ['url', `export const worker = new URL('${toSim}', import.meta.url);`],
  ])('%s: %s', (kind, source) => {
    const seen = importsOf('gateway/x.ts', source).filter(({ specifier }) => specifier === toSim);
    expect(seen).toEqual([{ kind, specifier: toSim, line: 1 }]);
    expect(seen.map((one) => forbidden('gateway/x.ts', one))).toEqual([
      `gateway/x.ts:1 imports platform-sim/clock.ts (${kind}): gateway may not`,
    ]);
  });

  test('a computed one is forbidden wherever it is not known', () => {
    const [seen] = importsOf('gateway/x.ts', 'export const late = (path: string) => import(path);');
    expect(seen && forbidden('gateway/x.ts', seen)).toContain('imports what only the run knows');
  });

  test.each([
    `// import '${toSim}';`,
    `export const text = "import '${toSim}'";`,
    `export const text = \`import('${toSim}')\`;`,
  ])('what is no import is none: %s', (source) => {
    expect(importsOf('gateway/x.ts', source)).toEqual([]);
  });
});

describe('directions', () => {
  test.each([
    ['platform-sim/sandbox.ts', `import { createMember } from '../gateway/member.ts';`, true],
    ['platform-sim/venues/probe.ts', `import { createMember } from '../../gateway/member.ts';`, false],
    ['platform-sim/venues/probe.ts', `import type { Member } from '../../gateway/member.ts';`, true],
    ['platform-sim/venues/probe.ts', `import { parse } from '../../gateway/contract/decimal.ts';`, true],
    ['platform-sim/venues/probe.ts', `import { run } from '../../conformance/runner/run/run.ts';`, false],
    ['conformance/member/x.ts', `import type { Fact } from '../../gateway/facts.ts';`, false],
    ['conformance/member/x.ts', `import '../../platform-sim/clock.ts';`, false],
    ['conformance/checks/alg/x.check.ts', `import { isX } from '../ord/x.ts';`, false],
    ['conformance/checks/alg/x.check.ts', `import { isX } from '../../rules/x.ts';`, true],
    ['conformance/model/x.ts', `import { isX } from '../checks/ord/x.ts';`, false],
    ['scenarios/player/player.ts', `import { send } from '../../conformance/member/actor.ts';`, true],
    ['scenarios/player/player.ts', `import { run } from '../../conformance/runner/run/run.ts';`, false],
    ['reports/html.ts', `import type { RunRecord } from '../conformance/runner/record/run-record.ts';`, true],
    ['reports/html.ts', `import { schema } from '../conformance/runner/record/run-record.ts';`, false],
    ['reports/html.ts', `import type { Plan } from '../conformance/runner/plan/plan.ts';`, false],
    ['scripts/cli/main.ts', `import '../../gateway/member.ts';`, true],
    ['gateway/x.ts', `import '../../elsewhere/y.ts';`, false],
  ])('%s: %s %s', (file, source, open) => {
    const [seen] = importsOf(file, source);
    expect(seen && forbidden(file, seen) === undefined).toBe(open);
  });

  test('no file of the repository imports what it may not', () => {
    const files = sourceFiles(/\.(ts|mts|mjs|js|tsx)$/);
    const imports = files.flatMap((file) => importsIn(file).map((one) => ({ file, one })));
    expect(imports.length).toBeGreaterThan(files.length);
    expect(imports.flatMap(({ file, one }) => forbidden(file, one) ?? [])).toEqual([]);
  });
});

describe('import circles', () => {
  test('are found, largest first', () => {
    const graph = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: ['d', 'f'], f: [] };
    expect(circles(new Map(Object.entries(graph)))).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });

  /** What each file imports of the repository, of those imports. */
  const graphOf = (isCounted: (one: Import) => boolean) => {
    const files = sourceFiles(/\.(ts|tsx|mjs)$/);
    const known = new Set(files);
    const imported = (file: string) =>
      importsIn(file)
        .filter(isCounted)
        .map(({ specifier }) => resolved(file, specifier))
        .filter((one) => known.has(one));
    return new Map(files.map((file) => [file, imported(file)]));
  };

  test('hold five files at most, types counted', () => {
    expect(circles(graphOf(() => true)).filter(({ length }) => length > 5)).toEqual([]);
  });

  test('there is none of what is loaded at once', () => {
    const graph = graphOf(({ kind }) => kind === 'static' || kind === 're-export' || kind === 'side-effect');
    expect([...graph.values()].flat().length).toBeGreaterThan(graph.size);
    expect(circles(graph)).toEqual([]);
  });
});

test('a claim about no files fails', () => {
  expect(() => sourceFiles(/^gatweay\//)).toThrow('no file of the repository matches');
});

describe('packages', () => {
  const manifest = JSON.parse(sourceOf('package.json')) as {
    dependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  /**
   * What stands in `testing/`, `sample-` and `stub-` files serves tests alone; the rest of scripts/ is not published. The
   * web pages are published as they were built, with their packages in them.
   */
  const published =
    /^(?!platform-sim\/control\/console\/|reports\/viewer\/)(gateway|platform-sim|conformance|scenarios|reports|scripts\/(cli|api))\/(?!.*(testing\/|sample-|stub-|\.test\.)).*\.ts$/;

  /** The build copies what is served of it, and the installed package is tested without it (scripts/tooling/package/). */
  const SHIPPED_AS_FILES = 'swagger-ui-dist';

  test('what is published needs no package that a consumer does not get', () => {
    const missing = sourceFiles(published).flatMap((file) =>
      importsIn(file).flatMap(({ specifier, kind, line }) => {
        if (kind === 'type' || kind === 'url' || /^(\.|node:)/.test(specifier) || specifier === '') return [];
        const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
        // Only users of a peer load its file.
        const isPeers = name in manifest.peerDependencies && /^scripts\/api\/(msw|vitest)[.-]/.test(file);
        const isShippedAsFiles = name === SHIPPED_AS_FILES && name in manifest.devDependencies;
        const isThere = isPeers || isShippedAsFiles || name in manifest.dependencies;
        return isThere ? [] : [`${file}:${line} imports ${name}`];
      }),
    );
    expect(missing).toEqual([]);
  });

  test('every version is exact', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^(\d+\.\d+\.\d+|file:.+)$/.test(version))).toEqual([]);
  });
});
