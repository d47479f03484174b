import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { writesNameNoTime } from './writes-name-no-time.check.ts';

const replayed = answer('POST /orders', { status: 201, position: 7, replay: true });
const unheld = answer('POST /orders/1/cancel', { status: 404, code: 'NOT_FOUND', position: 7, asOf: 9 });
const refused = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 8 };

test.each([
  ['no time but on the 404', answer('POST /orders', refused), unheld, 'pass'],
  ['a time on an answer', answer('POST /orders', { status: 201, position: 7, asOf: 9 }), unheld, 'violated'],
  ["a time on an owner's refusal", answer('POST /orders', { ...refused, asOf: 9 }), unheld, 'violated'],
  ['a time on a replay', answer('POST /orders', { ...refused, asOf: 9, replay: true }), unheld, 'violated'],
  [
    'a time on a door refusal',
    answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST', asOf: 9 }),
    unheld,
    'violated',
  ],
  [
    'a 404 without',
    answer('POST /orders', refused),
    answer('POST /orders/1/cancel', { status: 404, code: 'NOT_FOUND' }),
    'violated',
  ],
  [
    'no 404',
    answer('POST /orders', refused),
    answer('POST /orders/1/cancel', { status: 400, code: 'MALFORMED_REQUEST' }),
    'inconclusive',
  ],
])('%s', (_, last, cancel, verdict) => {
  expect(judged(writesNameNoTime, historyOf({ write: [replayed, last], unheld: cancel })).verdict).toBe(verdict);
});
