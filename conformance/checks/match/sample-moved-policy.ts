/** The policy of `driveMovedPolicy` as a good member serves it, for the tests of judges. */
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';

export const policyRow = (version: number, over: Partial<AnswerOptions> = {}): Sample =>
  answer('GET /asset-policies/7', {
    status: 200,
    position: 10 + version,
    etag: `"${version}"`,
    body: { assetPolicyId: 7, maxTicketAmount: `${version}` },
    ...over,
  });

export const policyWrite = (status: number, position: number, over: Partial<AnswerOptions> = {}): Sample =>
  answer('POST /asset-policies/7/withdraw', { status, position, ...over });

export const MOVED_POLICY: Readonly<Record<string, Sample>> = {
  proposed: policyWrite(201, 11),
  'row 1': policyRow(1),
  restated: policyWrite(200, 12),
  'row 2': policyRow(2),
  stale: policyWrite(412, 13, { code: 'VERSION_CONFLICT' }),
  'row 3': policyRow(2, { position: 13 }),
  moved: policyWrite(200, 14),
  'row 4': policyRow(3, { position: 14 }),
};
