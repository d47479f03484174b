import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { documentIsKeptVerbatim } from './document-is-kept-verbatim.check.ts';

const GIVEN = { named: [{ id: 1, name: 'main' }], document: '{ "account": 1, "instrument": 2 }', referred: [1, 2] };
const TEXT = '\t/* é */\r\n{ "account": 1, "instrument": 2 }  // last\n ';
const CONFIG = { document: TEXT, remark: 'of the suite', accountIds: [1], instrumentIds: [2] };
const record = (of: object = {}) => answer('GET /x/configs/1', { status: 200, body: { ...CONFIG, ...of } });
const page = (of: object = {}) => answer('GET /x/configs', { status: 200, body: { items: [{ ...CONFIG, ...of }] } });
const GOOD: Record<string, Sample> = {
  created: answer('POST /algos/instances', { status: 201, sentBody: { document: TEXT, remark: 'of the suite' } }),
  record: record(),
  page: page(),
};

test.each<[string, Record<string, Sample>, string]>([
  ['as it is', {}, 'pass'],
  ['trimmed', { record: record({ document: TEXT.trim() }) }, 'violated'],
  ['with other line ends', { record: record({ document: TEXT.replace('\r', '') }) }, 'violated'],
  ['trimmed on the page', { page: page({ document: TEXT.trim() }) }, 'violated'],
  [
    'but for one without a comment, which is written anew',
    {
      'created plain': answer('POST /algos/instances', { status: 201, sentBody: { document: '\n {} \t' } }),
      'plain record': record({ document: '{}' }),
      'plain page': page({ document: '\n {} \t' }),
    },
    'violated',
  ],
  ['without its remark', { record: record({ remark: null }) }, 'violated'],
])('kept %s', (_, over, verdict) => {
  expect(judge(documentIsKeptVerbatim, historyOf({ ...GOOD, ...over }), GIVEN).verdict).toBe(verdict);
});

test('our own member says what it refers to', () => {
  expect(judge(documentIsKeptVerbatim, historyOf(GOOD, { strict: true }), GIVEN).verdict).toBe('pass');
  for (const accountIds of [undefined, [], [2]]) {
    const samples = { ...GOOD, record: record({ accountIds }) };
    expect(judge(documentIsKeptVerbatim, historyOf(samples), GIVEN).verdict).toBe('pass');
    expect(judge(documentIsKeptVerbatim, historyOf(samples, { strict: true }), GIVEN).verdict).toBe('violated');
  }
});

test('a fixture that names is not kept as it is', () => {
  const judged = judge(documentIsKeptVerbatim, historyOf(GOOD), { ...GIVEN, document: '{ "account": "main" }' });
  expect(judged.verdict).toBe('inconclusive');
});
