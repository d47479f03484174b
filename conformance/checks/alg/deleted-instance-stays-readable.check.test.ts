import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { deletedInstanceStaysReadable } from './deleted-instance-stays-readable.check.ts';

const PATH = '/algos/instances/7';
const row = (status: string) =>
  answer(`GET ${PATH}`, { status: 200, body: { instanceId: 7, status, lastCause: 'DELETED' } });
const page = (path: string, ...items: object[]) => answer(`GET ${path}`, { status: 200, body: { items } });
const documents = page(`${PATH}/configs`, { seq: 1 });
const document = answer(`GET ${PATH}/configs/1`, { status: 200 });
const final = answer(`POST ${PATH}/start`, { status: 409, code: 'TRANSITION_NOT_ADMITTED', position: 9 });
const created = (instanceId: number) => answer('POST /algos/instances', { status: 201, body: { instanceId } });
const gone = answer(`GET ${PATH}`, { status: 404, code: 'NOT_FOUND' });
const GOOD = {
  created: created(7),
  deleted: answer(`POST ${PATH}/delete`, { status: 200, body: { instanceId: 7, status: 'DELETED' } }),
  row: [row('DELETED'), row('DELETED')],
  below: [documents, document, page(`${PATH}/orders`)],
  list: page('/algos/instances', { instanceId: 6 }, { instanceId: 7 }),
  moved: [final, final, final],
  another: created(8),
  'one more': created(9),
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string, string]>([
  ['stays', {}, 'pass', 'pass'],
  ['is gone', { row: [gone, gone] }, 'violated', 'violated'],
  ['is stopped', { row: row('STOPPED') }, 'violated', 'violated'],
  ['lives again', { row: [row('DELETED'), row('STARTED')] }, 'violated', 'violated'],
  ['has no documents', { below: [page(`${PATH}/configs`), document] }, 'violated', 'violated'],
  ['has no document to read', { below: [documents, gone] }, 'violated', 'violated'],
  ['is not listed', { list: page('/algos/instances', { instanceId: 6 }) }, 'violated', 'violated'],
  ['leaves its id', { 'one more': created(7) }, 'violated', 'violated'],
  ['is refused under a code of its own', { moved: answer('POST /x', { status: 422 }) }, 'pass', 'violated'],
  ['is started', { moved: answer(`POST ${PATH}/start`, { status: 200 }) }, 'violated', 'violated'],
  ['is not deleted', { deleted: answer(`POST ${PATH}/delete`, { status: 409 }) }, 'violated', 'violated'],
])('it %s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) =>
    judged(deletedInstanceStaysReadable, historyOf({ ...GOOD, ...over }, { strict: is })),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});
