import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { proposerAndApprover } from './proposer-and-approver.check.ts';

const arm = (status: number, code?: string, over: object = { position: 9 }) =>
  answer('POST /asset-policies/7/approve', { status, ...(code !== undefined && { code }), ...over });
const again = { position: 9, replay: true };
const taken = arm(200);

const GOOD = {
  proposed: answer('POST /asset-policies', { status: 201, position: 8 }),
  'approves own': arm(403, 'SELF_APPROVAL'),
  'approves own again': arm(403, 'SELF_APPROVAL', again),
  "withdraws another's": arm(403, 'NOT_PROPOSER'),
  "withdraws another's again": arm(403, 'NOT_PROPOSER', again),
  'withdraws own': taken,
};

test.each<[string, Record<string, Sample>, string]>([
  ['two persons', {}, 'pass'],
  ['approved by its proposer', { 'approves own': taken, "withdraws another's": arm(409, 'OTHER') }, 'violated'],
  ['refused at the door', { 'approves own': arm(403, 'SELF_APPROVAL', {}) }, 'violated'],
  ['refused under another code', { 'approves own': arm(403, 'NOT_PROPOSER') }, 'violated'],
  ['judged anew', { 'approves own again': arm(403, 'SELF_APPROVAL') }, 'violated'],
  ['withdrawn by another', { "withdraws another's": taken }, 'violated'],
  ['withdrawn by another under another code', { "withdraws another's": arm(409, 'OTHER') }, 'violated'],
  ['withdrawal judged anew', { "withdraws another's again": arm(403, 'NOT_PROPOSER') }, 'violated'],
  ['a deputy who may not', { "withdraws another's": arm(403, 'CAPABILITY_DENIED') }, 'inconclusive'],
  ['no such arm', { 'withdraws own': arm(404, 'ROUTE_NOT_FOUND', {}) }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(proposerAndApprover, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('not proposed: nothing to judge', () => {
  const refused = { proposed: answer('POST /asset-policies', { status: 400, code: 'MALFORMED_REQUEST' }) };
  expect(judged(proposerAndApprover, historyOf(refused)).verdict).toBe('inconclusive');
});
