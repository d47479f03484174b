/**
 * Scenarios as tests of Node's own runner:
 *
 *     import { scenario } from 'touchstone/node-test';
 *
 *     await scenario('incidents');
 */
import './needed-node.ts';
import { test } from 'node:test';
import type { ScenarioOptions } from './scenario-cases.ts';
import { CASE_LIMIT_MS, scenarioCases } from './scenario-cases.ts';

export { ClientNotConforming, type ClientUnderTest, type JudgeClientOptions, judgeClient } from './judge-client.ts';
export type { ScenarioOptions } from './scenario-cases.ts';

/**
 * Defines a test for each scenario of a file, a folder, a glob, or a name of the library. What the target lacks for one is
 * skipped. A failure has the text that `touchstone replay` shows.
 */
export async function scenario(files: string | readonly string[], options: ScenarioOptions = {}): Promise<void> {
  for (const { title, run } of await scenarioCases(files, options)) {
    // The runner reports it; awaited here, the tests could not run at once.
    void test(title, { timeout: CASE_LIMIT_MS }, async (t) => {
      const lacks = await run();
      if (lacks !== undefined) t.skip(lacks);
    });
  }
}
