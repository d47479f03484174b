import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { slowCreation } from './slow-creation.check.ts';

const record = (outcome: object | null) => answer('GET /operations/k', { status: 200, body: { outcome } });
const promise = (location?: string) =>
  answer('POST /algos/instances', {
    status: 202,
    key: 'k',
    headers: location === undefined ? {} : { Location: location },
  });
const OUTCOME = { family: 'algos', instanceId: 7, configSeq: 1 };
const GOOD: Record<string, Sample> = {
  created: promise('/operations/k'),
  'under way': record({ family: 'algos', instanceId: null, configSeq: null }),
  record: record(OUTCOME),
  row: answer('GET /algos/instances/7', { status: 200 }),
};

test.each<[string, Record<string, Sample>, string]>([
  ['kept', {}, 'pass'],
  [
    'kept, without an outcome while it is pending',
    { 'under way': answer('GET /operations/k', { status: 200, body: {} }) },
    'pass',
  ],
  ['kept, with a null outcome while it is pending', { 'under way': record(null) }, 'pass'],
  ['of another place', { created: promise('/operations/j') }, 'violated'],
  ['of no place', { created: promise() }, 'violated'],
  ['unknown under way', { 'under way': answer('GET /x', { status: 404, code: 'UNKNOWN_OPERATION' }) }, 'violated'],
  ['of another family', { record: record({ ...OUTCOME, family: 'register' }) }, 'violated'],
  ['of no instance', { record: record({ family: 'algos', configSeq: 1 }) }, 'violated'],
  ['of no document', { record: record({ ...OUTCOME, configSeq: null }) }, 'violated'],
  ['of an instance that is not there', { row: answer('GET /x', { status: 404, code: 'NOT_FOUND' }) }, 'violated'],
  ['answered in time', { created: answer('POST /algos/instances', { status: 201 }) }, 'inconclusive'],
])('a promise %s', (_, over, verdict) => {
  expect(judged(slowCreation, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});
