import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { ownerAbsent } from './owner-absent.check.ts';

const absent = { status: 503, code: 'OWNER_ABSENT', retryable: true };
const judged = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 };

test.each([
  ['refused, then judged', absent, judged, 'pass'],
  ['refused, then accepted', absent, { status: 201, position: 7 }, 'pass'],
  ['final', { ...absent, retryable: false }, judged, 'violated'],
  ['another status', { ...absent, status: 500 }, judged, 'violated'],
  ['recorded', { ...absent, position: 6 }, judged, 'violated'],
  ['the refusal replayed', absent, { ...absent, replay: true }, 'violated'],
])('%s', (_, away, back, verdict) => {
  const history = historyOf({ away: answer('POST /orders', away), back: answer('POST /orders', back) });
  expect(judge(ownerAbsent, history).verdict).toBe(verdict);
});
