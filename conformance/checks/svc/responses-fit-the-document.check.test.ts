import { describe, expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { responsesFitTheDocument } from './responses-fit-the-document.check.ts';

const json = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const closed = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const document = (version = '0.14.0') => ({
  openapi: '3.1.0',
  info: { version },
  paths: {
    '/me': { get: { responses: { 200: json('Me'), 401: json('Error') } } },
    '/orders': { post: { responses: { 201: json('Order') } } },
    '/orders/{id}': { get: { responses: { 200: json('Order'), '4XX': json('Error') } } },
  },
  components: {
    schemas: {
      Me: {
        type: 'object',
        properties: {
          capabilities: { type: 'array' },
          status: { type: 'string', enum: ['OPEN'] },
          names: { oneOf: [closed({ id: { type: 'integer' } }), closed({ enum: { type: 'string' } })] },
        },
        required: ['capabilities'],
        additionalProperties: false,
      },
      Order: closed({ orderId: { type: 'string', pattern: '^[0-9]+$' }, fee: { type: ['string', 'null'] } }),
      Error: { properties: { error: { type: 'object', required: ['code'] } }, required: ['error'] },
    },
  },
});

function verdictOf(swept: Sample, target = {}, later = document()): string {
  const history = historyOf(
    {
      document: answer('GET /openapi.json', { status: 200, body: document() }),
      swept,
      'document again': answer('GET /openapi.json', { status: 200, body: later }),
    },
    target,
  );
  return judged(responsesFitTheDocument, history).verdict;
}

const row = { orderId: '17', fee: null };
const order = (body: unknown) => answer('GET /orders/17?view=latest', { status: 200, body });

test.each([
  ['a row as published', order(row), 'pass'],
  ['a refusal as published', answer('GET /orders/17', { status: 404, code: 'NOT_FOUND' }), 'pass'],
  [
    'a refusal of a path that is not published',
    answer('GET /nothing', { status: 404, code: 'ROUTE_NOT_FOUND' }),
    'pass',
  ],
  ['a property that is missing', order({ orderId: '17' }), 'violated'],
  ['a property of another type', order({ ...row, orderId: 17 }), 'violated'],
  ['a property off its pattern', order({ ...row, orderId: 'x' }), 'violated'],
  ['a refusal without its code', answer('GET /orders/17', { status: 404, body: { error: {} } }), 'violated'],
  ['a body that is no JSON', answer('GET /me', { status: 200, headers: { 'Content-Type': 'text/plain' } }), 'violated'],
  ['a success that is not published', answer('GET /me', { status: 203, body: { capabilities: [] } }), 'violated'],
])('%s', (_, swept, verdict) => {
  expect(verdictOf(swept)).toBe(verdict);
});

test('a refusal of a status that is not published is held against our own member alone', () => {
  const refused = answer('GET /me', { status: 503, code: 'NOT_PRIMED' });
  expect([verdictOf(refused), verdictOf(refused, { strict: true })]).toEqual(['pass', 'violated']);
});

test('in a deploy window the document may be of another member than the answer', () => {
  const window = ['0.1.0', '0.14.0'];
  expect(verdictOf(order({ orderId: '17' }), { window })).toBe('inconclusive');
});

describe('what a newer member adds is held against our own member alone (VER-05)', () => {
  const me = (over: object) => answer('GET /me', { status: 200, body: { capabilities: [], ...over } });
  test.each([
    ['a property that is not published', order({ ...row, debug: true })],
    ['a member of an enum that is not published', me({ status: 'RESTING' })],
    ['a property beside one of several closed schemas', me({ names: { id: 1, also: 2 } })],
    ['a creation answered 200 where 201 is published', answer('POST /orders', { status: 200, body: row })],
  ])('%s', (_, swept) => {
    expect([verdictOf(swept), verdictOf(swept, { strict: true })]).toEqual(['pass', 'violated']);
  });

  test('yet no type, no pattern and no needed property is given up', () => {
    const wrong = [me({ status: 7 }), me({ names: {} }), answer('POST /orders', { status: 200, body: { fee: null } })];
    expect(wrong.map((swept) => verdictOf(swept))).toEqual(['violated', 'violated', 'violated']);
  });
});

test('two documents are one too many', () => {
  expect(verdictOf(order(row), {}, document('0.13.0'))).toBe('inconclusive');
});
