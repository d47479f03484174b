import { expect, test } from 'vitest';
import type { Verdict } from '../../../gateway/facts.ts';
import { PLATFORM, rowOf, SampleRegister } from '../../testing/sample-register.ts';

function call(sample: SampleRegister, externalOrgId: string, subject: string): Verdict {
  return sample.send({ kind: 'register-caller', externalOrgId, subject }, PLATFORM);
}

test('an unknown caller of an active organisation is registered and awaits admission', () => {
  const sample = new SampleRegister();
  const row = rowOf('users', call(sample, 'one', 'new'));
  expect(row).toMatchObject({ orgId: 1, subject: 'new', displayName: 'new', status: 'AWAITING_ADMISSION' });
  expect([row.capabilities, row.version]).toEqual([[], 1]);
});

test('a caller is registered once in each organisation', () => {
  const sample = new SampleRegister();
  expect(rowOf('users', call(sample, 'one', 'new')).orgId).toBe(1);
  expect(call(sample, 'one', 'new')).toEqual({ facts: [] });
  expect(rowOf('users', call(sample, 'two', 'new')).orgId).toBe(2);
});

test.each(['admin', 'disabled', 'awaiting'])('a known caller, %s, changes nothing', (subject) => {
  expect(call(new SampleRegister(), 'one', subject)).toEqual({ facts: [] });
});

test.each(['suspended', 'pending', 'retired', 'unknown'])(
  'a caller of organisation %s, which is not active, is refused',
  (externalOrgId) => {
    expect(call(new SampleRegister(), externalOrgId, 'new').refused?.code).toBe('ORG_NOT_ACTIVE');
  },
);

test('a caller of an organisation that became active is registered by the next request', () => {
  const sample = new SampleRegister();
  expect(call(sample, 'sponsored', 'new').refused?.code).toBe('ORG_NOT_ACTIVE');
  sample.send({ kind: 'approve', family: 'orgs', id: 6, ifMatch: null });
  expect(rowOf('users', call(sample, 'sponsored', 'new')).orgId).toBe(6);
});
