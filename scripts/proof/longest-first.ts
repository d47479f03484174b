/** Order of test files and the list of the longest: both cores work to the end of a run. */

import type { Reporter } from 'vitest/node';
import { BaseSequencer, type TestModule, type TestSpecification } from 'vitest/node';

/** Folders whose files judge whole members: minutes each, however short the file is. */
const LONG = ['/scripts/proof/'];
const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((part) => moduleId.includes(part));

/** By the time that each took in the last run here, where it is known; else those that judge whole members first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const SHOWN = 10;

/** Prints the ten files that took longest. */
export default class LongestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules.map((one) => ({ name: one.relativeModuleId, ms: one.diagnostic().duration }));
    const longest = timed.sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
    const lines = longest.map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(8)} s  ${name}`);
    process.stdout.write(`\nlongest files:\n${lines.join('\n')}\n`);
  }
}
