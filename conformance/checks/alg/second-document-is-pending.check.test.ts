import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { secondDocumentIsPending } from './second-document-is-pending.check.ts';

const put = (status: number, code?: string, over: object = {}) =>
  answer('PUT /algos/instances/7/config', { status, ...(code !== undefined && { code }), ...over });
const pending = put(409, 'CONFIG_PENDING', { position: 9 });
const documents = (...items: object[]) => answer('GET /algos/instances/7/configs', { status: 200, body: { items } });
const STAGED = { seq: 1, outcome: 'STAGED' };
const GOOD = {
  created: answer('POST /algos/instances', { status: 201 }),
  pending: [pending, pending],
  documents: documents(STAGED),
  after: put(200),
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string, string]>([
  ['refused', {}, 'pass', 'pass'],
  ['refused at the door', { pending: put(409, 'CONFIG_PENDING') }, 'pass', 'violated'],
  ['taken', { pending: [pending, put(200)], documents: documents(STAGED, STAGED) }, 'violated', 'violated'],
  ['refused under another code', { pending: put(409, 'BUSY') }, 'violated', 'violated'],
  ['refused under another status', { pending: put(412, 'CONFIG_PENDING') }, 'violated', 'violated'],
  ['refused and recorded', { documents: documents(STAGED, STAGED) }, 'violated', 'violated'],
  ['refused for ever', { after: pending }, 'violated', 'violated'],
  ['not the second to wait', { documents: documents({ outcome: 'APPLIED' }) }, 'inconclusive', 'inconclusive'],
])('a second document is %s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => judged(secondDocumentIsPending, historyOf({ ...GOOD, ...over }, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});
