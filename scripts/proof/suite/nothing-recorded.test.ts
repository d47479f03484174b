import { expect, test } from 'vitest';
import type { Judgement } from '../../../conformance/runner/judgement.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { judged } from '../../../conformance/testing/judges.ts';
import { historyOf } from '../../../conformance/testing/sample-history.ts';

const CHECKS = (await loadChecks()).filter(({ given }) => given === undefined);

/** Without a venue, a profile's name or a row of its own a check sends nothing: that is no violation, and no evidence. */
test.each([false, true])(
  'no check makes a verdict of a history in which nothing is recorded (strict: %s)',
  (strict) => {
    const verdicts = CHECKS.flatMap((check): readonly [string, Judgement][] => {
      try {
        return [[check.id, judged(check, historyOf({}, { strict }))]];
      } catch (error) {
        // The runner takes it for an early end of `drive`.
        expect([check.id, (error as Error).name]).toEqual([check.id, 'NotRecorded']);
        return [];
      }
    });
    const decided = verdicts.filter(
      ([, { verdict, ...rest }]) => verdict === 'violated' || (verdict === 'pass' && !('kind' in rest)),
    );
    expect(decided.map(([id, { verdict }]) => [id, verdict])).toEqual([]);
  },
);
