import { expect, test } from 'vitest';
import { judged, pageOf, readOf, wrote } from '../../../testing/sample-story.ts';
import { documentsAreCounted } from './t19-documents-are-counted.ts';

const path = '/algos/instances/3/configs';
const listed = (position: number, ...seqs: number[]) =>
  pageOf(
    path,
    position,
    seqs.map((seq) => ({ seq })),
  );
const put = (position: number, seq: number, named?: number) =>
  wrote('PUT /algos/instances/3/config', position, { seq }, named === undefined ? {} : { ifMatch: `"${named}"` });
const instance = (position: number, configSeq: number) =>
  readOf('/algos/instances/3', position, { instanceId: 3, configSeq });

test.each([
  ['1 to n', [listed(2, 1, 2, 3)], 'pass'],
  ['n to 1', [listed(2, 3, 2, 1)], 'pass'],
  ['one is left out', [listed(2, 1, 3)], 'violated'],
  ['they begin at 2', [listed(2, 2, 3)], 'violated'],
  ['a page that is not the whole', [pageOf(`${path}?limit=1`, 2, [{ seq: 2 }], { next: 'n' })], 'pass'],
  [
    'two pages that make up the whole',
    [pageOf(`${path}?limit=1`, 2, [{ seq: 1 }], { next: 'n' }), pageOf(`${path}?limit=1&cursor=n`, 2, [{ seq: 3 }])],
    'violated',
  ],
  ['as many as the instance counts', [listed(2, 1, 2), instance(2, 2)], 'pass'],
  ['fewer than the instance counts', [listed(2, 1, 2), instance(2, 3)], 'violated'],
  ['fewer than the instance counts later', [listed(2, 1, 2), instance(3, 3)], 'pass'],
  ['a condition, and the next document', [put(2, 2, 1), put(3, 3, 2)], 'pass'],
  ['a condition, and a document other than the next', [put(2, 3, 1)], 'violated'],
  ['two writes under one condition', [put(2, 2, 1), put(3, 2, 1)], 'violated'],
  ['two writes without a condition', [put(2, 2), put(3, 3)], 'pass'],
])('%s', (_, samples, verdict) => expect(judged(documentsAreCounted, samples)).toBe(verdict));
