/** Sorts test files, longest first, so that both cores are busy to the end of a run. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that judge whole members or wait for a browser, slowest first. */
const LONG = [
  'proof/mutants.test.ts',
  'proof/socket-variations.test.ts',
  'proof/odd-bodies.test.ts',
  'proof/variations.test.ts',
  'proof/whole-run.test.ts',
  'soak/library.test.ts',
  'package/installed-package.test.ts',
  'proof/older-members.test.ts',
  'proof/report-page.test.ts',
  'proof/console-control.test.ts',
  'proof/browser-client.test.ts',
  'proof/gateway-pages.test.ts',
  'api/vitest.test.ts',
  'routes/docs.browser.test.ts',
  'proof/trouble/lost-target.test.ts',
  'proof/in-between.test.ts',
  'proof/failures.test.ts',
  'proof/lanes.test.ts',
  'mutants/without-control.test.ts',
  'suite/shared-target.test.ts',
  'proof/embedded-sandbox.test.ts',
  'proof/console-traffic.test.ts',
  'check/check.test.ts',
];
const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONG.findIndex((end) => moduleId.endsWith(end));
  return place < 0 ? LONG.length : place;
};

/** Starts with those, then the others by their time in the last run on this machine, or by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}
