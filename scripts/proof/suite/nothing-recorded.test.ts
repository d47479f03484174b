import { expect, test } from 'vitest';
import type { Judgement } from '../../../conformance/runner/judgement.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { judged } from '../../../conformance/testing/judges.ts';
import { historyOf } from '../../../conformance/testing/sample-history.ts';

const CHECKS = (await loadChecks()).filter(({ given }) => given === undefined);

/** Without a venue, a name in the profile or a row, a check sends nothing. That is neither a violation nor evidence. */
test.each([false, true])('no check has a verdict on an empty history (strict: %s)', (strict) => {
  const verdicts = CHECKS.flatMap((check): readonly [string, Judgement][] => {
    try {
      return [[check.id, judged(check, historyOf({}, { strict }))]];
    } catch (error) {
      // The runner treats it as an early end of `drive`.
      expect([check.id, (error as Error).name]).toEqual([check.id, 'NotRecorded']);
      return [];
    }
  });
  const decided = verdicts.filter(
    ([, { verdict, ...rest }]) => verdict === 'violated' || (verdict === 'pass' && !('kind' in rest)),
  );
  expect(decided.map(([id, { verdict }]) => [id, verdict])).toEqual([]);
});
