import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { amountsOfAPolicyShareAScale } from './amounts-of-a-policy-share-a-scale.check.ts';

const asset = (maxTicketAmount: string, reconciliationToleranceAmount: string, approvalThresholdAmount: string) => ({
  assetPolicyId: 7,
  maxTicketAmount,
  reconciliationToleranceAmount,
  approvalThresholdAmount,
});
const chain = (maxTransferAmount: string, minTransferAmount: string) => ({
  chainPolicyId: 7,
  maxTransferAmount,
  minTransferAmount,
});

const created = (path: string, body: object, status = 201) => answer(`POST ${path}`, { status, position: 9, body });
const read = (path: string, body: object, position = 9) =>
  answer(`GET ${path}/7`, { status: 200, position, asOf: 5, body });

const STATED = { amounts: ['1.5', '2', '3.005'], unitScale: 2 };
const [ASSET, CHAIN] = [asset('1.500', '2.000', '3.005'), chain('1.50', '2.00')];
const GOOD = {
  'created /asset-policies': created('/asset-policies', ASSET),
  'read /asset-policies': read('/asset-policies', ASSET),
  'created /chain-policies': created('/chain-policies', CHAIN),
  'read /chain-policies': read('/chain-policies', CHAIN),
};
const unlike = asset('1.50', '2.00', '3.005');
const longer = asset('1.5000', '2.0000', '3.0050');

test.each<[string, Record<string, Sample>, string, string]>([
  ['one scale', {}, 'pass', 'pass'],
  ['on the answer not', { 'created /asset-policies': created('/asset-policies', unlike) }, 'violated', 'violated'],
  ['on the row not', { 'read /asset-policies': read('/asset-policies', unlike) }, 'violated', 'violated'],
  ['finer than any', { 'read /asset-policies': read('/asset-policies', longer) }, 'violated', 'pass'],
  ['coarser', { 'read /chain-policies': read('/chain-policies', chain('1.5', '2.0')) }, 'violated', 'pass'],
  ['another value', { 'read /chain-policies': read('/chain-policies', chain('1.51', '2.00')) }, 'violated', 'violated'],
  ['another row', { 'read /chain-policies': read('/chain-policies', {}) }, 'violated', 'violated'],
  ['behind', { 'read /asset-policies': read('/asset-policies', unlike, 8) }, 'inconclusive', 'inconclusive'],
  ['not taken', { 'created /asset-policies': created('/asset-policies', {}, 400) }, 'inconclusive', 'inconclusive'],
])('%s', (_, changed, known, unknown) => {
  const verdicts = [2, undefined].map(
    (unitScale) =>
      judged(amountsOfAPolicyShareAScale, historyOf({ ...GOOD, ...changed }), { ...STATED, unitScale }).verdict,
  );
  expect(verdicts).toEqual([known, unknown]);
});
