import { expect, test } from 'vitest';
import { judged, orderRow, STRICT, submitted, wrote } from '../../../testing/sample-story.ts';
import { moneyReadsBack } from './t34-money-reads-back.ts';

const chain = (sentBody: object, row: object, line = 'POST /chain-policies') =>
  wrote(line, 2, { chainPolicyId: 7, ...row }, { sentBody });
const order = (sentBody: object, row: object) => submitted('a', 2, { sentBody, body: orderRow(2, 'a', row) });

test.each([
  [
    'as it was written',
    [chain({ minTransferAmount: '1.5' }, { minTransferAmount: '1.500', maxTransferAmount: null })],
    'pass',
  ],
  ['another value', [chain({ minTransferAmount: '1.5' }, { minTransferAmount: '15' })], 'violated'],
  ['lost', [chain({ minTransferAmount: '1.5' }, { minTransferAmount: null })], 'violated'],
  ['unset as "0"', [chain({ minTransferAmount: '0.00' }, { minTransferAmount: '0' })], 'violated'],
  ['unset as null', [chain({ minTransferAmount: '-0' }, { minTransferAmount: null })], 'pass'],
  [
    'kept by a restatement that leaves it out',
    [chain({}, { minTransferAmount: '1.5' }, 'PUT /chain-policies/7')],
    'violated',
  ],
  [
    'of an approval, which writes no amounts',
    [chain({}, { minTransferAmount: '1.5' }, 'POST /chain-policies/7/approve')],
    'pass',
  ],
  ['the price of an order', [order({ price: '100', qty: '1' }, { price: '100.00' })], 'pass'],
  ['another price', [order({ price: '100', qty: '1' }, { price: '10' })], 'violated'],
  ['no price as "0"', [order({ qty: '1' }, { price: '0' })], 'pass'],
  [
    'of two attempts that stated different values',
    [
      chain({ minTransferAmount: '1' }, { minTransferAmount: '1' }),
      wrote(
        'POST /chain-policies',
        2,
        { chainPolicyId: 7, minTransferAmount: '1' },
        { sentBody: { minTransferAmount: '2' }, replay: true },
      ),
    ],
    'pass',
  ],
])('%s', (_, samples, verdict) => expect(judged(moneyReadsBack, samples)).toBe(verdict));

test('a member that omits an amount is judged on the sandbox only', () => {
  const samples = [chain({ minTransferAmount: '1.5' }, {})];
  expect(judged(moneyReadsBack, samples)).toBe('pass');
  expect(judged(moneyReadsBack, samples, STRICT)).toBe('violated');
});

const scaled = chain({ minTransferAmount: '1.5' }, { minTransferAmount: '150' });

test.each([
  ['at a scale of its own', { rest: '0.4.2' }, [scaled], 'pass'],
  ['at a scale of its own', { rest: '0.4.3' }, [scaled], 'violated'],
  ['at a scale of its own, on the sandbox', { ...STRICT, rest: '0.4.2' }, [scaled], 'violated'],
  ['unset as "0"', { rest: '0.4.2' }, [chain({}, { minTransferAmount: '0' })], 'violated'],
])('an older member serves it %s: %j', (_, target, samples, verdict) => {
  expect(judged(moneyReadsBack, samples, target)).toBe(verdict);
});
