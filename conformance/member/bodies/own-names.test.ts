import { expect, test } from 'vitest';
import { inOwnWords } from './own-names.ts';

const USER = {
  required: ['subject'],
  isOpen: false,
  isRequired: true,
  example: {},
  properties: {
    subject: { type: 'string' },
    scopes: { type: ['array', 'null'], items: { type: 'string', enum: ['users:manage', 'orders:trade'] } },
    preset: { type: ['string', 'null'], enum: ['TRADER', 'OVERSEER', null] },
    label: { type: ['string', 'null'] },
    status: { type: ['string', 'null'], enum: ['ADMITTED', 'BARRED', null] },
  },
};

test.each<[string, unknown, readonly (readonly [string, unknown])[] | undefined]>([
  ['displayName', 'touchstone-1', [['label', 'touchstone-1']]],
  ['capabilities', ['orders:trade'], [['scopes', ['orders:trade']]]],
  ['capabilities', [], [['scopes', []]]],
  ['capabilities', ['TRADER'], [['preset', 'TRADER']]],
  [
    'capabilities',
    ['TRADER', 'users:manage'],
    [
      ['preset', 'TRADER'],
      ['scopes', ['users:manage']],
    ],
  ],
  ['capabilities', ['UNHEARD_OF'], [['scopes', ['UNHEARD_OF']]]],
  ['status', 'DISABLED', [['status', 'BARRED']]],
  ['status', 'ACTIVE', [['status', 'ADMITTED']]],
  ['status', 'ADMITTED', [['status', 'ADMITTED']]],
  ['externalId', 'e', undefined],
])("%s %j is expressed in the member's terms", (name, value, said) => {
  expect(inOwnWords({}, USER, [name, value])).toEqual(said);
});

test('a state is unchanged if the enum does not determine which value means it', () => {
  const of = (words: readonly string[]) => ({ ...USER, properties: { status: { type: 'string', enum: words } } });
  expect(inOwnWords({}, of(['ONE', 'TWO']), ['status', 'DISABLED'])).toEqual([['status', 'DISABLED']]);
  expect(inOwnWords({}, of(['BLOCKED', 'LOCKED']), ['status', 'DISABLED'])).toEqual([['status', 'DISABLED']]);
  expect(inOwnWords({}, { ...USER, properties: {} }, ['status', 'DISABLED'])).toBeUndefined();
});

test('presets stay in the list if the list accepts them', () => {
  const items = { type: 'string', enum: ['orders:trade', 'TRADER'] };
  const body = { ...USER, properties: { ...USER.properties, scopes: { type: 'array', items } } };
  expect(inOwnWords({}, body, ['capabilities', ['TRADER']])).toEqual([['scopes', ['TRADER']]]);
});
