import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unconditionalWrite } from './unconditional-write.check.ts';

const read = (etag?: string) => answer('GET /portfolios/7', { status: 200, ...(etag !== undefined && { etag }) });
const put = (status: number, code?: string) =>
  answer('PUT /portfolios/7', { status, ...(code !== undefined && { code }) });
const taken = put(200);

test.each([
  ['all taken', read('"1"'), taken, [taken, taken], taken, 'pass'],
  ['* is stale', read('"1"'), taken, [taken, put(412, 'VERSION_CONFLICT')], taken, 'violated'],
  ['* does not parse', read('"1"'), taken, [put(400, 'INVALID_IF_MATCH'), taken], taken, 'violated'],
  ['one is owed', read('"1"'), taken, [taken, taken], put(428, 'PRECONDITION_REQUIRED'), 'violated'],
  ['no write is taken at all', read('"1"'), put(400, 'MALFORMED_REQUEST'), [taken, taken], taken, 'inconclusive'],
  ['no ETag', read(), taken, [taken, taken], taken, 'inconclusive'],
])('%s', (_, first, matched, starred, without, verdict) => {
  const history = historyOf({ read: first, matched, 'any version': starred, 'no precondition': without });
  expect(judged(unconditionalWrite, history).verdict).toBe(verdict);
});

test('no portfolio of its own: nothing to judge', () => {
  expect(judged(unconditionalWrite, historyOf({})).verdict).toBe('inconclusive');
});
