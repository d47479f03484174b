import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { capIsExact } from './cap-is-exact.check.ts';

const taken = answer('POST /orders', { status: 201, position: 9 });
const over = answer('POST /orders', { status: 422, code: 'MAX_ORDER_QTY_EXCEEDED', position: 9 });
const overNotional = answer('POST /orders', { status: 422, code: 'MAX_ORDER_NOTIONAL_EXCEEDED', position: 9 });
const write = (status = 200) => answer('PUT /trading-policies/7', { status, position: 9 });

const QTY = 'maxOrderQty: ';
const of = (cap: string, over: Sample): Record<string, Sample> =>
  named(cap, {
    uncapped: taken,
    approved: write(),
    equal: taken,
    'a step over': over,
    restated: write(),
    'approved again': write(),
    'a hair over': over,
  });
const GOOD = { ...of('maxOrderQty: ', over), ...of('maxOrderNotional: ', overNotional) };

function named(cap: string, samples: Readonly<Record<string, Sample>>): Record<string, Sample> {
  return Object.fromEntries(Object.entries(samples).map(([label, sample]) => [cap + label, sample]));
}

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
  ['not taken without a cap', { uncapped: over }, 'not-exercised', 'inconclusive'],
  ['not approved', { approved: write(409) }, 'not-exercised', 'inconclusive'],
  ['not restated', { restated: write(409), 'a hair over': taken }, 'not-exercised', 'inconclusive'],
])('%s', (_, changed, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => judged(capIsExact, historyOf({ ...GOOD, ...named(QTY, changed) }, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});
