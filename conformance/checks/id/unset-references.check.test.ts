import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unsetReferences } from './unset-references.check.ts';

const row = { accountId: 1, instrumentId: 2, algoInstanceId: null };
const placed = (over = {}) => answer('POST /orders', { status: 201, position: 7, body: { ...row, ...over } });
const refused = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });

test.each([
  ['unset ids beside names', placed(), [placed(), placed()], 'pass'],
  ['an older row without the reference', placed({ algoInstanceId: undefined }), [placed(), placed()], 'pass'],
  ['0 taken for an id', placed(), [refused, placed()], 'violated'],
  ['null refused', placed(), [placed(), refused], 'violated'],
  ['another account', placed(), [placed({ accountId: 9 }), placed()], 'violated'],
  ['another instrument', placed(), [placed(), placed({ instrumentId: 9 })], 'violated'],
  ['an instance on the order of a human', placed({ algoInstanceId: 5 }), [placed(), placed()], 'violated'],
  ['no order by ids', refused, [refused, refused], 'inconclusive'],
])('%s', (_, byId, byName, verdict) => {
  expect(judged(unsetReferences, historyOf({ 'by id': byId, 'by name': byName })).verdict).toBe(verdict);
});
