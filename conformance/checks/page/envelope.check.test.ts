import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { envelope } from './envelope.check.ts';

const page = { globalSequence: '7', asOfSeqTsNs: '9', items: [], nextCursor: null, prevCursor: 'c', total: null };

test.each([
  ['the six members', page, 'pass'],
  ['a count', { ...page, total: 0 }, 'pass'],
  ['no time yet', { ...page, asOfSeqTsNs: null }, 'pass'],
  ['no globalSequence', { ...page, globalSequence: undefined }, 'violated'],
  ['a globalSequence that is null', { ...page, globalSequence: null }, 'violated'],
  ['no asOfSeqTsNs', { ...page, asOfSeqTsNs: undefined }, 'violated'],
  ['no items', { ...page, items: undefined }, 'violated'],
  ['no nextCursor', { ...page, nextCursor: undefined }, 'violated'],
  ['no prevCursor', { ...page, prevCursor: undefined }, 'violated'],
  ['a cursor that is a number', { ...page, nextCursor: 1 }, 'violated'],
  ['no total', { ...page, total: undefined }, 'violated'],
  ['a total that is a string', { ...page, total: '7' }, 'violated'],
  ['a bare array', [], 'violated'],
])('%s', (_, body, verdict) => {
  expect(judged(envelope, historyOf({ page: answer('GET /orders', { status: 200, body }) })).verdict).toBe(verdict);
});
