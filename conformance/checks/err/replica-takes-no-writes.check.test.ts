import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { replicaTakesNoWrites } from './replica-takes-no-writes.check.ts';

const refused = { status: 503, code: 'NOT_SERVING', retryable: false };
const judged = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 };

test.each([
  ['as published', 200, refused, judged, 'pass'],
  ['retryable', 200, { ...refused, retryable: true }, judged, 'violated'],
  ['another code', 200, { ...refused, code: 'OWNER_ABSENT' }, judged, 'violated'],
  ['served', 200, judged, judged, 'violated'],
  ['no reads either', 503, refused, judged, 'violated'],
  ['the key spent', 200, refused, { ...judged, replay: true }, 'violated'],
])('%s', (_, read, write, elsewhere, verdict) => {
  const history = historyOf({
    read: answer('GET /orders', { status: read }),
    write: answer('POST /orders', write),
    elsewhere: answer('POST /orders', elsewhere),
  });
  expect(judge(replicaTakesNoWrites, history, undefined).verdict).toBe(verdict);
});
