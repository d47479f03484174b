import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { operationRecord } from './operation-record.check.ts';

const record = { status: 200, position: 9n, asOf: 9n, body: { key: 'k', outcome: {} } };
const good = {
  written: { status: 201, position: 7n },
  refused: { status: 422, code: 'TICK_SIZE_VIOLATION', position: 8n },
  record,
  'record of a refusal': record,
  unknown: { status: 404, code: 'UNKNOWN_OPERATION' },
};

test.each([
  ['both records, and none of an unknown key', {}, 'pass'],
  ['no outcome', { record: { ...record, body: { key: 'k' } } }, 'violated'],
  ['no record of a refusal', { 'record of a refusal': good.unknown }, 'violated'],
  ['no record of a written key', { record: good.unknown }, 'violated'],
  ['another code', { unknown: { status: 404, code: 'NOT_FOUND' } }, 'violated'],
  ['a record of an unknown key', { unknown: record }, 'violated'],
  ['a write that never reached an owner', { written: { status: 503, code: 'NOT_SERVING' } }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  const answers: Record<string, Parameters<typeof answer>[1]> = { ...good, ...over };
  const history = historyOf(
    Object.fromEntries(Object.entries(answers).map(([label, of]) => [label, answer('GET /operations/k', of)])),
  );
  expect(judged(operationRecord, history).verdict).toBe(verdict);
});
