import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { materialIsOneOfTwo } from './material-is-one-of-two.check.ts';

const legs = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
  additionalProperties: false,
});
const A = legs('key', 'secret', 'passphrase');
const B = legs('key', 'privateKey');
const venues = {
  'x-service-intake-venues': [
    { exchangeId: 1, accountGroup: 'a' },
    { exchangeId: 2, accountGroup: 'b' },
  ],
};
const GOOD = { oneOf: [A, B], ...venues };

function verdictOf(created: object | undefined, rotated: object | undefined = created): string {
  const write = (material: object | undefined) => ({
    post: { requestBody: { content: { 'application/json': { schema: { properties: { material } } } } } },
  });
  const paths = { '/credentials': write(created), '/credentials/{id}/rotate': write(rotated) };
  const document = { paths, components: { schemas: { Material: GOOD, A, B } } };
  return judged(
    materialIsOneOfTwo,
    historyOf({ document: answer('GET /openapi.json', { status: 200, body: document }) }),
  ).verdict;
}

test.each<[string, object | undefined, string]>([
  ['one of two', GOOD, 'pass'],
  ['by reference', { $ref: '#/components/schemas/Material' }, 'pass'],
  [
    'its two by reference',
    { ...GOOD, oneOf: [{ $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/A' }] },
    'pass',
  ],
  ['venues by name', { ...GOOD, 'x-service-intake-venues': { 1: { accountGroup: 7 } } }, 'pass'],
  ['any of two', { ...venues, anyOf: [A, B] }, 'violated'],
  ['one of one', { ...GOOD, oneOf: [A] }, 'violated'],
  ['one of the same', { ...GOOD, oneOf: [A, A] }, 'violated'],
  ['other legs', { ...GOOD, oneOf: [A, legs('key', 'secret')] }, 'violated'],
  ['an open one', { ...GOOD, oneOf: [A, { ...B, additionalProperties: true }] }, 'violated'],
  [
    'one that does not say that it is closed',
    { ...GOOD, oneOf: [{ ...A, additionalProperties: undefined }, B] },
    'violated',
  ],
  ['no venues', { oneOf: [A, B] }, 'violated'],
  ['a venue of no group', { ...GOOD, 'x-service-intake-venues': [{ exchangeId: 1 }] }, 'violated'],
  ['no material at all', undefined, 'violated'],
])('%s', (_, material, verdict) => {
  expect(verdictOf(material)).toBe(verdict);
});

test('a rotation is held to the same', () => {
  expect(verdictOf(GOOD, { oneOf: [A] })).toBe('violated');
});
