import { describe, expect, test } from 'vitest';
import { POLICY_FAMILIES } from '../../scenes/policy-families.ts';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { amountOfNothingIsRefused } from './amount-of-nothing-is-refused.check.ts';
import { scaleFieldsOfPoliciesAreRefused } from './scale-fields-of-policies-are-refused.check.ts';

const taken = (path: string, id: string) => answer(`POST ${path}`, { status: 201, position: 9, body: { [id]: 7 } });
const refused = (of: object = {}) => answer('POST /any', { status: 400, code: 'MALFORMED_REQUEST', ...of });

const of = ['/asset-policies', 'assetPolicyId'] as const;
const plain = `plain ${of[0]}`;

describe.each([
  ['an amount of nothing', amountOfNothingIsRefused, 'of nothing'],
  ['a scale field', scaleFieldsOfPoliciesAreRefused, 'with a scale'],
] as const)('%s', (_, check, label) => {
  const GOOD = Object.fromEntries(
    POLICY_FAMILIES.flatMap(({ path, id }): [string, Sample | readonly Sample[]][] => [
      [`plain ${path}`, taken(path, id)],
      [`${label} ${path}`, [refused(), refused()]],
    ]),
  );
  const spoilt = `${label} ${of[0]}`;

  test.each<[string, Record<string, Sample | readonly Sample[]>, string]>([
    ['refused at the door', {}, 'pass'],
    ['taken', { [spoilt]: [refused(), taken(...of)] }, 'violated'],
    ['refused by the owner', { [spoilt]: [refused({ position: 9 })] }, 'violated'],
    ['another status', { [spoilt]: [refused({ status: 422 })] }, 'violated'],
    ['a plain one is refused too', { [plain]: refused() }, 'inconclusive'],
    ['nothing was sent', { [spoilt]: [] }, 'inconclusive'],
  ])('%s', (__, changed, verdict) => {
    expect(judged(check, historyOf({ ...GOOD, ...changed })).verdict).toBe(verdict);
  });
});
