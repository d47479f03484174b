import { expect, test } from 'vitest';
import { answer, historyOf } from '../../runner/sample-history.ts';
import { materialIsAOneof } from './material-is-a-oneof.check.ts';

const string = { type: 'string' };
const closed = (...legs: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(legs.map((leg) => [leg, string])),
  required: legs,
  additionalProperties: false,
});
const A = closed('key', 'secret', 'passphrase');
const B = closed('key', 'privateKey');
const venues = [{ exchangeId: 1, accountGroup: 'a' }];

function verdictOf(material: object): string {
  const schemas = { B, Body: { properties: { material } } };
  const document = { paths: {}, components: { schemas } };
  const served = answer('GET /openapi.json', { status: 200, body: document });
  return materialIsAOneof.judge(historyOf({ document: served })).verdict;
}

const EXTENSION = 'x-service-intake-venues';
const GOOD = { oneOf: [A, { $ref: '#/components/schemas/B' }], [EXTENSION]: venues };

test.each([
  ['a oneOf of two closed', GOOD, 'pass'],
  ['venues by name', { ...GOOD, [EXTENSION]: { one: { accountGroup: 'a' } } }, 'pass'],
  [
    'closed otherwise',
    { ...GOOD, oneOf: [{ ...A, additionalProperties: undefined, unevaluatedProperties: false }, B] },
    'pass',
  ],
  ['an anyOf', { anyOf: GOOD.oneOf, [EXTENSION]: venues }, 'violated'],
  ['one open', { ...GOOD, oneOf: [{ ...A, additionalProperties: true }, B] }, 'violated'],
  ['one left open', { ...GOOD, oneOf: [A, { ...B, additionalProperties: undefined }] }, 'violated'],
  ['one alone', { ...GOOD, oneOf: [A] }, 'violated'],
  ['three', { ...GOOD, oneOf: [A, B, closed('token')] }, 'violated'],
  ['a leg not required', { ...GOOD, oneOf: [{ ...A, required: ['key', 'secret'] }, B] }, 'violated'],
  ['other legs', { ...GOOD, oneOf: [A, closed('key', 'secret')] }, 'violated'],
  ['no venues', { ...GOOD, [EXTENSION]: [] }, 'violated'],
  ['a venue of no group', { ...GOOD, [EXTENSION]: [...venues, { exchangeId: 2 }] }, 'violated'],
  ['no extension', { oneOf: GOOD.oneOf }, 'violated'],
])('%s', (_, material, verdict) => {
  expect(verdictOf(material)).toBe(verdict);
});
