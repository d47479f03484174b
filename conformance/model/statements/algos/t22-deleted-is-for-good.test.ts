import { expect, test } from 'vitest';
import { judged, pageOf, readOf, wrote } from '../../../testing/sample-story.ts';
import { deletedIsForGood } from './t22-deleted-is-for-good.ts';

const path = '/algos/instances/3';
const row = (status?: string) => ({ instanceId: 3, ...(status && { status }) });
const deleted = wrote(`POST ${path}/delete`, 4, row('DELETED'));

test.each([
  ['it stays deleted', [readOf(path, 3, row('STOPPED')), deleted, readOf(path, 5, row('DELETED'))], 'pass'],
  ['it is started again', [deleted, readOf(path, 5, row('STARTED'))], 'violated'],
  ['its answer shows it as stopped', [wrote(`POST ${path}/delete`, 4, row('STOPPED'))], 'violated'],
  ['its answer does not show its state', [wrote(`POST ${path}/delete`, 4, row()), readOf(path, 5, row())], 'pass'],
  ['it is gone', [deleted, readOf(path, 5, null)], 'violated'],
  ['its orders are gone with it', [deleted, readOf(`${path}/orders`, 5, null)], 'violated'],
  ['it was not there before', [readOf(path, 3, null), deleted], 'pass'],
  [
    'it was listed as deleted, and is no longer',
    [pageOf('/algos/instances', 3, [row('DELETED')]), readOf(path, 4, row('STOPPED'))],
    'violated',
  ],
  ['a document of it is there', [deleted, readOf(`${path}/configs/1`, 5, { seq: 1 })], 'pass'],
  [
    'a document of it is gone',
    [readOf(`${path}/configs/1`, 3, { seq: 1 }), deleted, readOf(`${path}/configs/1`, 5, null)],
    'violated',
  ],
  ['a document that never existed', [deleted, readOf(`${path}/configs/9`, 5, null)], 'pass'],
])('%s', (_, samples, verdict) => expect(judged(deletedIsForGood, samples)).toBe(verdict));
