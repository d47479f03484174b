import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { inFlightFull } from './in-flight-full.check.ts';

const full = { status: 429, code: 'IN_FLIGHT_FULL', retryable: true, key: 'k' };
const unknown = { status: 404, code: 'UNKNOWN_OPERATION' };
const judged = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7, key: 'k' };

test.each([
  ['refused, unknown, then judged', full, unknown, judged, 'pass'],
  ['refused, unknown, then accepted', full, unknown, { status: 201, position: 7, key: 'k' }, 'pass'],
  ['final', { ...full, retryable: false }, unknown, judged, 'violated'],
  ['another status', { ...full, status: 503 }, unknown, judged, 'violated'],
  ['recorded', { ...full, position: 6 }, unknown, judged, 'violated'],
  ['queued, and judged since', full, { status: 200, body: { key: 'k' } }, judged, 'violated'],
  ['the key spent', full, unknown, full, 'violated'],
  ['another bound', { ...full, code: 'INBOX_FULL' }, unknown, judged, 'inconclusive'],
])('%s', (_, refused, record, again, verdict) => {
  const history = historyOf({
    filler: [answer('POST /orders', { status: 202, key: 'j' }), answer('POST /orders', refused)],
    record: [answer('GET /operations/k', unknown), answer('GET /operations/k', record)],
    again: answer('POST /orders', again),
    'with room': answer('POST /orders', judged),
  });
  expect(judge(inFlightFull, history).verdict).toBe(verdict);
});

test('no bound was met', () => {
  expect(judge(inFlightFull, historyOf({ filler: answer('POST /orders', { status: 202 }) })).verdict).toBe(
    'inconclusive',
  );
});

test('of several that were refused it is the one sent again that counts', () => {
  const history = historyOf({
    filler: [answer('POST /orders', { ...full, key: 'another' }), answer('POST /orders', full)],
    record: answer('GET /operations/k', unknown),
    again: answer('POST /orders', judged),
  });
  expect(judge(inFlightFull, history).verdict).toBe('pass');
});
