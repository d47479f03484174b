import { expect, test } from 'vitest';
import type { Mark, SequencedRecord } from '../event-types.ts';
import { isRefused, operationOf, outcomeOf, whatOf } from './record-text.ts';
import { withMarks } from './with-marks.ts';

const ORDER = { side: 'BUY', qty: '1', instrumentId: 1, price: '90' };
const BUY = 'BUY 1 instrument 1 at 90';
const updated = { facts: [{ kind: 'OrderUpdated', order: { ...ORDER, status: 'OPEN' } }] };
const refused = { refused: { code: 'RATE_CEILING' } };
const quotes = { facts: [{ kind: 'QuoteRecorded', quote: { instrumentId: 1, bid: '1', ask: '2' } }] };
const readings = [{ accountId: 1 }, { accountId: 1 }, { accountId: 2 }];

test.each([
  [{ kind: 'submit', ...ORDER, price: null }, refused, "BUY 1 instrument 1 at the venue's quote", 'RATE_CEILING'],
  [{ kind: 'cancel', orderId: '7' }, updated, BUY, 'OPEN'],
  [{ kind: 'fill', qty: '0.4', price: '89' }, updated, `0.4 traded at 89: ${BUY}`, 'OPEN'],
  [{ kind: 'reading', readings }, { facts: [] }, 'balances of account 1, account 2', ''],
  [{ kind: 'state', facts: [] }, quotes, 'instrument 1 1 to 2', 'QuoteRecorded'],
])('a record is shown in words: %j', (body, verdict, what, outcome) => {
  const record: SequencedRecord = { position: 1, atNs: '1', command: { operation: 'does 7', body }, verdict };
  expect([operationOf(record), whatOf(record), outcomeOf(record)]).toEqual(['does', what, outcome]);
  expect(isRefused(record)).toBe(verdict === refused);
});

test.each<[readonly (readonly [position: number, kind: Mark['kind']])[], readonly (number | string)[]]>([
  [[[2, 'crash']], [4, 5]],
  [
    [
      [3, 'deploy'],
      [4, 'crash'],
      [5, 'clock'],
    ],
    ['deploy', 4, 'crash', 5, 'clock'],
  ],
  [
    [
      [4, 'crash'],
      [5, 'reset'],
      [5, 'clock'],
    ],
    [4, 5, 'reset', 'clock'],
  ],
])('marks are lines among the records of one sequence: %j', (of, expected) => {
  const marks = of.map(
    ([position, kind], i): Mark => ({ n: i + 1, atNs: '1', exchanges: 0, text: '', position, kind }),
  );
  const items = withMarks([{ position: 4 }, { position: 5 }], marks);
  expect(items.map((item) => ('kind' in item ? item.kind : item.position))).toEqual(expected);
});
