import { expect, test } from 'vitest';
import type { Sample } from '../../runner/sample-history.ts';
import { answer, historyOf } from '../../runner/sample-history.ts';
import { capIsExact } from './cap-is-exact.check.ts';

const CAPPED = { cap: 'maxOrderQty', price: '0.001', qty: '2.5', more: '2.50000001' } as const;

const taken = answer('POST /orders', { status: 201, position: 9 });
const over = answer('POST /orders', { status: 422, code: 'MAX_ORDER_QTY_EXCEEDED', position: 9 });
const write = (status = 200) => answer('PUT /trading-policies/7', { status, position: 9 });

const GOOD = {
  uncapped: taken,
  proposed: write(201),
  approved: write(),
  equal: taken,
  'a step over': over,
  restated: write(),
  'approved again': write(),
  'a hair over': over,
};

test.each<[string, Record<string, Sample>, string, string]>([
  ['exact', {}, 'pass', 'pass'],
  ['equal is refused', { equal: over }, 'violated', 'violated'],
  ['a step over is taken', { 'a step over': taken }, 'violated', 'violated'],
  ['a hair over is taken', { 'a hair over': taken }, 'violated', 'violated'],
  [
    'refused at the door',
    { 'a hair over': answer('POST /orders', { status: 422, code: 'MAX_ORDER_QTY_EXCEEDED' }) },
    'violated',
    'violated',
  ],
  [
    'refused by another name',
    { 'a hair over': answer('POST /orders', { status: 409, code: 'ABOVE_CAP', position: 9 }) },
    'pass',
    'violated',
  ],
  ['not taken without a cap', { uncapped: over }, 'inconclusive', 'inconclusive'],
  ['not approved', { approved: write(409) }, 'inconclusive', 'inconclusive'],
  ['not restated', { restated: write(409), 'a hair over': taken }, 'inconclusive', 'inconclusive'],
])('%s', (_, changed, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => capIsExact.judge(historyOf({ ...GOOD, ...changed }, { strict: is }), CAPPED).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});
