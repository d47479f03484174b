import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['{gateway,platform-sim,conformance,scenarios,reports,scripts}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'scripts/tidy/fixtures/**'],
    passWithNoTests: false,
    pool: 'forks',
    // Two slow cores are the floor of what a run must bear; no test asserts a duration, so a limit only ends a hang.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    retry: 0,
  },
});
