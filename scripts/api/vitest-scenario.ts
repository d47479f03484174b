import { test } from 'vitest';
import type { ScenarioOptions } from './scenario-cases.ts';
import { CASE_LIMIT_MS, scenarioCases } from './scenario-cases.ts';

export type { ScenarioOptions } from './scenario-cases.ts';

/**
 * Defines a test for each scenario of a file, a folder, a glob, or a name of the library; await it in the test file itself.
 * What the target lacks for one is skipped. A failure has the text that `touchstone replay` shows.
 */
export async function scenario(files: string | readonly string[], options: ScenarioOptions = {}): Promise<void> {
  for (const { title, run } of await scenarioCases(files, options)) {
    test(`${title}`, { timeout: CASE_LIMIT_MS }, async ({ skip }) => {
      const lacks = await run();
      if (lacks !== undefined) skip(lacks);
    });
  }
}
