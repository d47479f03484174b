import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './proof/longest-first.ts';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['{gateway,platform-sim,conformance,scenarios,reports,scripts}/**/*.test.ts'],
    // The examples are run of the installed package (scripts/package).
    exclude: ['**/node_modules/**', 'scripts/tidy/fixtures/**', 'scripts/examples/**'],
    passWithNoTests: false,
    reporters: ['default', fileURLToPath(new URL('proof/longest-first.ts', import.meta.url))],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Half of the tests wait for something: two at a time keep two cores busy. Of those that a file says may run side by
    // side, more would only make each slower.
    maxWorkers: 2,
    maxConcurrency: 3,
    // Two slow cores are the floor of what a run must bear; no test asserts a duration, so a limit only ends a hang.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    retry: 0,
  },
});
