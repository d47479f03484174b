import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unheldInstrumentId } from './unheld-instrument-id.check.ts';

const refusal = { status: 422, code: 'INSTRUMENT_NOT_LIVE' };
const refused = answer('POST /orders', { ...refusal, position: 7 });
const replayed = answer('POST /orders', { ...refusal, position: 7, replay: true });
const placed = answer('POST /orders', { status: 201, position: 8 });

test.each([
  ['by the owner, the key spent', refused, replayed, 'pass'],
  ['at the door', answer('POST /orders', refusal), placed, 'violated'],
  ['taken', placed, placed, 'violated'],
  [
    'under another code',
    answer('POST /orders', { ...refusal, code: 'TICK_SIZE_VIOLATION', position: 7 }),
    replayed,
    'violated',
  ],
  ['under another status', answer('POST /orders', { ...refusal, status: 400, position: 7 }), replayed, 'violated'],
  ['the key not spent', refused, placed, 'violated'],
])('%s', (_, first, corrected, verdict) => {
  const history = historyOf({ unheld: first, 'unheld, corrected': corrected });
  expect(judged(unheldInstrumentId, history).verdict).toBe(verdict);
});

test('a halted instrument is judged alike', () => {
  const halted = (first: typeof placed) =>
    historyOf({ unheld: refused, 'unheld, corrected': replayed, halted: first, 'halted, corrected': replayed });
  expect(judged(unheldInstrumentId, halted(refused)).verdict).toBe('pass');
  expect(judged(unheldInstrumentId, halted(placed)).verdict).toBe('violated');
});
