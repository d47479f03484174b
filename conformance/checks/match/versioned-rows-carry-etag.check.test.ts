import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { versionedRowsCarryEtag } from './versioned-rows-carry-etag.check.ts';

const row = (etag?: string) =>
  answer('GET /users/1', { status: 200, body: { version: 3 }, ...(etag !== undefined && { etag }) });

test.each([
  ['of each its version', [row('"3"'), row('"3"')], 'pass', 'pass'],
  ['opaque', [row('"a3f"')], 'pass', 'violated'],
  ['not of every collection', [row('"3"'), row()], 'pass', 'violated'],
  ['weak', [row('"3"'), row('W/"3"')], 'violated', 'violated'],
  ['bare', [row('3')], 'violated', 'violated'],
  ['nowhere', [row(), row()], 'violated', 'violated'],
  ['no row', [answer('GET /users/1', { status: 404, code: 'NOT_FOUND' })], 'inconclusive', 'inconclusive'],
])('%s', (_, read, deployed, strict) => {
  const verdicts = [false, true].map((is) => judged(versionedRowsCarryEtag, historyOf({ row: read }, { strict: is })));
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});
