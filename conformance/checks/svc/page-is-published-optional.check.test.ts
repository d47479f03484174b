import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { pageIsPublishedOptional } from './page-is-published-optional.check.ts';

const string = { type: 'string' };
const properties = {
  globalSequence: string,
  items: { type: 'array' },
  asOfSeqTsNs: string,
  nextCursor: string,
  prevCursor: string,
  total: { type: 'integer' },
};

function verdictOf(page: object): string {
  const ok = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } });
  const document = {
    paths: { '/me': { get: ok({ type: 'object' }) }, '/orders': { get: ok({ $ref: '#/components/schemas/Page' }) } },
    components: { schemas: { Page: page } },
  };
  const served = answer('GET /openapi.json', { status: 200, body: document });
  return judged(pageIsPublishedOptional, historyOf({ document: served })).verdict;
}

test.each([
  ['four optional properties', { properties, required: ['globalSequence', 'items'] }, 'pass'],
  ['asOfSeqTsNs required', { properties, required: ['asOfSeqTsNs'] }, 'violated'],
  ['nextCursor required', { properties, required: ['items', 'nextCursor'] }, 'violated'],
  ['prevCursor required', { properties, required: ['prevCursor'] }, 'violated'],
  ['total required', { properties, required: ['total'] }, 'violated'],
  ['total not published', { properties: { ...properties, total: undefined } }, 'violated'],
  ['no pages published', {}, 'violated'],
])('%s', (_, page, verdict) => {
  expect(verdictOf(page)).toBe(verdict);
});
