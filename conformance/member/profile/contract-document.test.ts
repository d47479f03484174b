import { expect, test } from 'vitest';
import { branches, operationsOf, resolved } from './contract-document.ts';

const document = {
  components: {
    schemas: {
      Money: { type: 'string', maxLength: 64 },
      Alias: { $ref: '#/components/schemas/Money' },
      'odd/name': { type: 'integer' },
      Loop: { $ref: '#/components/schemas/Loop' },
    },
  },
  paths: { '/orders': { get: {}, parameters: [] }, '/orders/{id}/cancel': { post: {} } },
};

// biome-ignore format: an aligned table
test.each([
  ['a reference',                    { $ref: '#/components/schemas/Money' },               { type: 'string', maxLength: 64 }],
  ['a reference to a reference',     { $ref: '#/components/schemas/Alias' },               { type: 'string', maxLength: 64 }],
  ['properties next to a reference', { $ref: '#/components/schemas/Money', title: 'fee' }, { maxLength: 64, title: 'fee' }],
  ['an escaped name',                { $ref: '#/components/schemas/odd~1name' },           { type: 'integer' }],
  ['a reference to nothing',         { $ref: '#/components/schemas/None' },                {}],
  ['a loop',                         { $ref: '#/components/schemas/Loop' },                {}],
  ['no schema',                      null,                                                 {}],
])('follows %s', (_, schema, expected) => expect(resolved(document, schema)).toMatchObject(expected));

test('merges the parts of an allOf into one schema', () => {
  const page = {
    allOf: [
      { properties: { a: {} }, required: ['a'] },
      { properties: { b: {} }, required: ['b'] },
    ],
  };
  expect(resolved(document, page)).toMatchObject({ properties: { a: {}, b: {} }, required: ['a', 'b'] });
});

test('null is not an alternative', () => {
  const money = { anyOf: [{ $ref: '#/components/schemas/Money' }, { type: 'null' }] };
  expect(branches(document, money)).toEqual([{ type: 'string', maxLength: 64 }]);
});

test('only the methods of a path are operations', () => {
  expect(operationsOf(document).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /orders',
    'POST /orders/{id}/cancel',
  ]);
});
