import { describe, expect, test } from 'vitest';
import { SCOPES, type Scope } from '../../../gateway/contract/capabilities.ts';
import type { RegisterTerms, UserStatus, Verdict } from '../../../gateway/facts.ts';
import { type As, rowOf, SampleRegister, USERS, user } from '../../testing/sample-register.ts';

function create(sample: SampleRegister, terms: Partial<RegisterTerms['users']> = {}, as: As = 'admin'): Verdict {
  return sample.send({ kind: 'create', family: 'users', terms: { subject: 'new', capabilities: [], ...terms } }, as);
}

function restate(sample: SampleRegister, id: number, terms: Partial<RegisterTerms['users']>): Verdict {
  const all = { capabilities: [], ...terms };
  return sample.send({ kind: 'restate', family: 'users', id, ifMatch: null, terms: all });
}

describe('a created user', () => {
  test('awaits admission without a grant, is active with one, and has its subject as its default name', () => {
    expect(rowOf('users', create(new SampleRegister(), { capabilities: ['orders:trade'] })).status).toBe('ACTIVE');
    expect(rowOf('users', create(new SampleRegister()))).toMatchObject({
      orgId: 1,
      subject: 'new',
      displayName: 'new',
      status: 'AWAITING_ADMISSION',
      capabilities: [],
      version: 1,
    });
    expect(rowOf('users', create(new SampleRegister(), { displayName: 'N. Trader' })).displayName).toBe('N. Trader');
  });

  test('holds its capabilities in declared order, each once', () => {
    const capabilities: readonly Scope[] = [...SCOPES].reverse().concat('orders:trade');
    expect(rowOf('users', create(new SampleRegister(), { capabilities })).capabilities).toEqual(SCOPES);
  });

  test.each(['admin', 'disabled', 'awaiting'])('is refused for a subject that the organisation has: %s', (subject) => {
    expect(create(new SampleRegister(), { subject }).refused?.code).toBe('INVALID_FIELD');
  });

  test('is refused for a repeated subject, and for one that registered itself', () => {
    const sample = new SampleRegister();
    create(sample);
    expect(create(sample).refused?.code).toBe('INVALID_FIELD');
    sample.send({ kind: 'register-caller', externalOrgId: 'one', subject: 'caller' });
    expect(create(sample, { subject: 'caller' }).refused?.code).toBe('INVALID_FIELD');
  });

  test('may have the subject of another organisation’s user', () => {
    const sample = new SampleRegister();
    expect(rowOf('users', create(sample, { subject: 'stranger' })).orgId).toBe(1);
    expect(rowOf('users', create(sample, { subject: 'admin' }, 'stranger')).orgId).toBe(2);
  });
});

type Restated = readonly [UserStatus, Partial<RegisterTerms['users']>, UserStatus];
const TRADER: readonly Scope[] = ['orders:trade'];

test.each<Restated>([
  ['AWAITING_ADMISSION', { capabilities: TRADER }, 'ACTIVE'],
  ['AWAITING_ADMISSION', { status: 'ACTIVE' }, 'AWAITING_ADMISSION'],
  ['AWAITING_ADMISSION', { displayName: 'Renamed' }, 'AWAITING_ADMISSION'],
  ['AWAITING_ADMISSION', { capabilities: TRADER, status: 'DISABLED' }, 'DISABLED'],
  ['ACTIVE', { capabilities: TRADER }, 'ACTIVE'],
  ['ACTIVE', {}, 'ACTIVE'],
  ['ACTIVE', { status: 'DISABLED' }, 'DISABLED'],
  ['DISABLED', { capabilities: TRADER }, 'DISABLED'],
  ['DISABLED', { status: 'ACTIVE' }, 'ACTIVE'],
])('a user who is %s, restated %j, is %s', (before, terms, after) => {
  const sample = new SampleRegister(user(40, 'one of them', { status: before, version: 7 }));
  expect(rowOf('users', restate(sample, 40, terms))).toMatchObject({ status: after, version: 8 });
});

test('a restatement replaces the whole capability set, and keeps unstated name and subject', () => {
  const sample = new SampleRegister();
  const { row: before } = sample.held('users', USERS.deputy) ?? {};
  const after = rowOf('users', restate(sample, USERS.deputy, { capabilities: ['algos:manage', 'orders:trade'] }));
  expect(after).toEqual({ ...before, capabilities: ['orders:trade', 'algos:manage'], version: 2 });
  expect(rowOf('users', restate(sample, USERS.deputy, { displayName: 'D' }))).toMatchObject({
    displayName: 'D',
    capabilities: [],
  });
});
