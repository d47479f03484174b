import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { writesNeedAlgosManage } from './writes-need-algos-manage.check.ts';

const write = (status: number, code?: string, over: object = { position: 9 }) =>
  answer('POST /algos/halt', { status, ...(code !== undefined && { code }), ...over });
const denied = write(403, 'CAPABILITY_DENIED');
const replayed = write(403, 'CAPABILITY_DENIED', { position: 9, replay: true });
const created = write(201);
const GOOD = {
  created,
  without: [denied, denied],
  'without, again': [replayed, replayed],
  misshapen: write(400, 'MALFORMED_REQUEST', {}),
  with: [write(200), write(409, 'CONFIG_PENDING')],
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string]>([
  ['is needed', {}, 'pass'],
  ['is not needed to halt', { without: [denied, write(200)] }, 'violated'],
  ['is judged at the door', { without: [denied, write(403, 'CAPABILITY_DENIED', {})] }, 'violated'],
  ['is judged anew', { 'without, again': [replayed, denied] }, 'violated'],
  ['is judged before the shape', { misshapen: denied }, 'violated'],
  ['is not enough', { with: [write(200), denied] }, 'violated'],
  ['is not enough to create', { created: denied }, 'violated'],
])('the bit %s', (_, over, verdict) => {
  expect(judged(writesNeedAlgosManage, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('an instance that is not created for another reason proves nothing', () => {
  const refused = historyOf({ created: write(422, 'INVALID_FIELD') });
  expect(judged(writesNeedAlgosManage, refused).verdict).toBe('inconclusive');
});
