import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { pageAgreesWithItsHeaders } from './page-agrees-with-its-headers.check.ts';

const served = { status: 200, position: 7, asOf: 9 };
const body = { globalSequence: '7', asOfSeqTsNs: '9', items: [] };

test.each([
  ['the same', { ...served, body }, 'pass'],
  ['nothing applied yet', { status: 200, body: { globalSequence: '0', asOfSeqTsNs: null } }, 'pass'],
  ['another position', { ...served, body: { ...body, globalSequence: '8' } }, 'violated'],
  ['a position that is a number', { ...served, body: { ...body, globalSequence: 7 } }, 'violated'],
  ['another time', { ...served, body: { ...body, asOfSeqTsNs: '10' } }, 'violated'],
  ['a time that is null', { ...served, body: { ...body, asOfSeqTsNs: null } }, 'violated'],
  ['no time', { ...served, body: { ...body, asOfSeqTsNs: undefined } }, 'violated'],
  ['a time without its header', { status: 200, position: 7, body }, 'violated'],
  ['no page', { status: 503, code: 'NOT_PRIMED' }, 'inconclusive'],
])('%s', (_, of, verdict) => {
  expect(judged(pageAgreesWithItsHeaders, historyOf({ page: answer('GET /orders', of) })).verdict).toBe(verdict);
});
