import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { etagQuotesTheLatestDocument } from './etag-quotes-the-latest-document.check.ts';

const row = (etag: string | undefined, configSeq: number, position = 9) =>
  answer('GET /algos/instances/7', {
    status: 200,
    position,
    body: { configSeq },
    ...(etag !== undefined && { etag }),
  });
const documents = answer('GET /algos/instances/7/configs', {
  status: 200,
  position: 9,
  body: { items: [{ seq: 1 }, { seq: 2 }] },
});

test.each([
  ['the latest document', row('"2"', 2), 'pass'],
  ['nothing', row(undefined, 2), 'violated'],
  ['bare', row('2', 2), 'violated'],
  ['weakly', row('W/"2"', 2), 'violated'],
  ['what it runs', row('"1"', 1), 'violated'],
  ['what it says and what it lists, of two positions', row('"3"', 3, 10), 'pass'],
])('quotes %s', (_, read, verdict) => {
  expect(judged(etagQuotesTheLatestDocument, historyOf({ row: read, documents })).verdict).toBe(verdict);
});

test('no instance: nothing to read', () => {
  expect(judged(etagQuotesTheLatestDocument, historyOf({})).verdict).toBe('inconclusive');
});
