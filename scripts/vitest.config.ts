import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './proof/longest-first.ts';

/** Files that replace a module (`vi.mock`), which needs vitest's own loader. */
const MOCKING = ['gateway/state/page-cost.test.ts'];

/** Files that leave nothing behind in their process, and share one. */
const SHARING = ['scripts/{cli,recording,proof/properties}/**/*.test.ts'];

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    passWithNoTests: false,
    // A user's proxy is for other machines; curl and other clients in the tests would ask it for this one's ports.
    env: { NO_PROXY: '*', no_proxy: '*' },
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Node strips the types itself: a transform of each module and a call for each import would cost a fifth of a run.
    experimental: { viteModuleRunner: false },
    // Half of the tests wait for something: four at a time keep two cores busy. Of those that a file says may run side by
    // side, more would only make each slower.
    maxWorkers: 4,
    maxConcurrency: 3,
    // Two slow cores are the floor of what a run must bear; no test asserts a duration, so a limit only ends a hang.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'product',
          include: ['{gateway,platform-sim,conformance,scenarios,reports}/**/*.test.ts'],
          // A process for each of 600 files would cost more than all of their tests: none leaves anything behind.
          isolate: false,
          exclude: MOCKING,
        },
      },
      {
        extends: true,
        test: { name: 'commands', include: SHARING, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'repository',
          include: ['scripts/**/*.test.ts'],
          // The examples are run of the installed package (scripts/tooling/package).
          exclude: ['**/node_modules/**', 'scripts/tidy/fixtures/**', 'scripts/proof/examples/**', ...SHARING],
        },
      },
      {
        extends: true,
        test: { name: 'replaced-modules', include: MOCKING, experimental: { viteModuleRunner: true } },
      },
    ],
  },
});
