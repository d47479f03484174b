import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { moneyIsPublishedWithItsPattern } from './money-is-published-with-its-pattern.check.ts';

const money = { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$', maxLength: 64 };

function verdictOf(properties: object): string {
  const document = { paths: {}, components: { schemas: { Row: { properties }, Money: money } } };
  const served = answer('GET /openapi.json', { status: 200, body: document });
  return judged(moneyIsPublishedWithItsPattern, historyOf({ document: served })).verdict;
}

test.each([
  ['the pattern and the length', { price: money }, 'pass'],
  ['by reference', { price: { $ref: '#/components/schemas/Money' } }, 'pass'],
  ['null beside it', { price: { anyOf: [money, { type: 'null' }] } }, 'pass'],
  ['null among its types', { price: { ...money, type: ['string', 'null'] } }, 'pass'],
  ['the count of a page', { price: money, total: { type: 'integer' } }, 'pass'],
  ['the total of a balance', { held: money, total: { type: 'integer' } }, 'violated'],
  ['no maxLength', { price: money, fee: { ...money, maxLength: undefined } }, 'violated'],
  ['another maxLength', { qty: { ...money, maxLength: 65 } }, 'violated'],
  ['no pattern', { cumQty: { ...money, pattern: undefined } }, 'violated'],
  ['another pattern', { avgPx: { ...money, pattern: '^[0-9.]+$' } }, 'violated'],
  ['a number', { lastFillPx: { type: 'number' } }, 'violated'],
  ['a number as well', { lastFillQty: { ...money, type: ['string', 'number'] } }, 'violated'],
  ['nothing said', { leavesQty: {} }, 'violated'],
  ['no money at all', { status: { type: 'string' } }, 'inconclusive'],
])('%s', (_, properties, verdict) => {
  expect(verdictOf(properties)).toBe(verdict);
});
