import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { amountWithoutInstrumentIsRefused } from './amount-without-instrument-is-refused.check.ts';

const door = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });
const owner = answer('POST /orders', { status: 422, code: 'INSTRUMENT_NOT_LIVE', position: 7 });
const accepted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '5' } });

test.each([
  ['each refused at the door', [door, door, door], 'pass'],
  ['0 let through to the owner', [door, owner, door], 'violated'],
  ['an instrument assumed', [accepted, door, door], 'violated'],
  ['nothing sent', [], 'inconclusive'],
])('%s', (_, without, verdict) => {
  expect(judged(amountWithoutInstrumentIsRefused, historyOf({ without, with: accepted })).verdict).toBe(verdict);
});

test('an order that is refused with an instrument, too', () => {
  const history = historyOf({ without: [door], with: door });
  expect(judged(amountWithoutInstrumentIsRefused, history).verdict).toBe('inconclusive');
});
