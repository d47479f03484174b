import { describe, expect, test } from 'vitest';
import type { RegisterTerms, Verdict } from '../../../gateway/facts.ts';
import { rowOf, SampleRegister } from '../../testing/sample-register.ts';

type Terms = RegisterTerms['account-addresses'];

const TERMS: Terms = { accountId: 1, assetId: 1, chain: 'ETHEREUM', address: '0xA', memo: '7', displayName: 'cold' };

function create(sample: SampleRegister, terms: Partial<Terms> = {}): Verdict {
  return sample.send({ kind: 'create', family: 'account-addresses', terms: { ...TERMS, ...terms } });
}

function restate(sample: SampleRegister, terms: Partial<Terms> = {}): Verdict {
  const all = { ...TERMS, ...terms };
  return sample.send({ kind: 'restate', family: 'account-addresses', id: 1, ifMatch: null, terms: all });
}

test('a created address has the stated terms', () => {
  expect(rowOf('account-addresses', create(new SampleRegister()))).toMatchObject({ ...TERMS, orgId: 1, version: 1 });
  expect(rowOf('account-addresses', create(new SampleRegister(), { assetId: null })).assetId).toBeNull();
});

test('a restatement replaces the whole address', () => {
  const sample = new SampleRegister();
  const expected = { accountAddressId: 1, orgId: 1, ...TERMS, memo: null, displayName: null, version: 2 };
  expect(rowOf('account-addresses', restate(sample, { memo: null, displayName: null }))).toEqual(expected);
});

describe.each<[string, Partial<Terms>]>([
  ["another organisation's account", { accountId: 2 }],
  ['an unknown account', { accountId: 77 }],
  ['an asset that the platform does not hold', { assetId: 77 }],
])('%s', (_, defect) => {
  test('is refused, in a creation and in a restatement', () => {
    expect(create(new SampleRegister(), defect).refused?.code).toBe('INVALID_FIELD');
    expect(restate(new SampleRegister(), defect).refused?.code).toBe('INVALID_FIELD');
    expect(restate(new SampleRegister()).refused).toBeUndefined();
  });
});

test("another organisation's account is refused like a missing one", () => {
  const [foreign, absent] = [2, 77].map((accountId) => create(new SampleRegister(), { accountId }).refused?.message);
  expect(foreign?.replace('2', '77')).toBe(absent);
});
