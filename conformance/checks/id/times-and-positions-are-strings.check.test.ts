import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { timesAndPositionsAreStrings } from './times-and-positions-are-strings.check.ts';

const page = { globalSequence: '7', asOfSeqTsNs: '1767571200000001000', items: [{ createdAtNs: '1' }] };

test.each([
  ['decimal strings', page, 'pass'],
  ['an outcome without a position', { ...page, outcome: { globalSequence: null } }, 'pass'],
  ['a time that is null', { ...page, asOfSeqTsNs: null }, 'pass'],
  ['a position that is a number', { ...page, globalSequence: 7 }, 'violated'],
  ['a page without a position', { ...page, globalSequence: null }, 'violated'],
  ['a time that is a number', { ...page, items: [{ createdAtNs: 1 }] }, 'violated'],
  ['a time in ISO 8601', { ...page, asOfSeqTsNs: '2026-01-05T00:00:00Z' }, 'violated'],
  ['no time at all', { globalSequence: '7' }, 'inconclusive'],
])('%s', (_, body, verdict) => {
  const history = historyOf({ read: answer('GET /orders', { status: 200, body }) });
  expect(judged(timesAndPositionsAreStrings, history).verdict).toBe(verdict);
});
