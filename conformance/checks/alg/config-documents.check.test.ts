import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { configDocuments } from './config-documents.check.ts';

const PATH = '/algos/instances/7/configs';
const ROW = {
  ...{ seq: 1, document: '{}', remark: null, outcome: 'APPLIED', outcomeAtNs: '17', detail: null },
  ...{ accountIds: [1], instrumentIds: [] },
};
const page = (row: object, position = 9) => answer(`GET ${PATH}`, { status: 200, position, body: { items: [row] } });
const record = (row: object, position = 9) => answer(`GET ${PATH}/1`, { status: 200, position, body: row });
const both = (row: object) => [page(row), record(row)] as const;
const STAGED = { ...ROW, outcome: 'STAGED', outcomeAtNs: null };
const without = (name: keyof typeof ROW) =>
  Object.fromEntries(Object.entries(ROW).filter(([member]) => member !== name));

test.each([
  ['all of it', ...both(ROW), 'pass', 'pass'],
  ['a refusal', ...both({ ...ROW, outcome: 'REFUSED', detail: 'too wide' }), 'pass', 'pass'],
  ['one that has its verdict since', page(STAGED), record(ROW, 10), 'pass', 'pass'],
  ['references under other names', ...both({ ...without('accountIds'), accounts: [1] }), 'pass', 'violated'],
  ['a record without its detail', page(ROW), record(without('detail')), 'violated', 'violated'],
  ['a page without texts', page(without('document')), record(ROW), 'violated', 'violated'],
  ['a text taken apart', ...both({ ...ROW, document: {} }), 'violated', 'violated'],
  ['another outcome', ...both({ ...ROW, outcome: 'LIVE' }), 'violated', 'violated'],
  ['a time in a number', ...both({ ...ROW, outcomeAtNs: 17.5 }), 'violated', 'violated'],
  ['a seq in text', ...both({ ...ROW, seq: '1' }), 'violated', 'violated'],
  ['another record', page(ROW), record({ ...ROW, remark: 'another' }), 'violated', 'violated'],
  ['a record that moved at once', page(STAGED), record(ROW), 'violated', 'violated'],
  ['no record', page(ROW), answer(`GET ${PATH}/1`, { status: 404, code: 'NOT_FOUND' }), 'violated', 'violated'],
])('%s', (_, listed, read, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => judged(configDocuments, historyOf({ page: listed, [`record of ${PATH}`]: read }, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});

test('no document anywhere', () => {
  expect(judged(configDocuments, historyOf({})).verdict).toBe('inconclusive');
});
