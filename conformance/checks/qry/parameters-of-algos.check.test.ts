import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { parametersOfAlgos } from './parameters-of-algos.check.ts';

const served = answer('GET /algos/instances?view=latest', { status: 200 });
const refused = answer('GET /algos/instances?status=STARTED', { status: 400, code: 'MALFORMED_REQUEST' });

test.each([
  ['latest alone', [served, served], [refused, refused], 'pass'],
  ['latest is refused', [served, refused], [refused], 'violated'],
  ['approved or status is served', [served], [refused, served], 'violated'],
  ['not found', [served], [answer('GET /algos/versions', { status: 404, code: 'NOT_FOUND' })], 'violated'],
])('%s', (_, latest, others, verdict) => {
  expect(judged(parametersOfAlgos, historyOf({ latest, refused: others })).verdict).toBe(verdict);
});
