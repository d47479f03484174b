import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { malformedJson } from './malformed-json.check.ts';

const door = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });
const owner = answer('POST /orders', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 });
const ofTheServer = answer('POST /orders/1/cancel', { status: 400, code: 'BAD_REQUEST' });

test.each([
  ['refused', owner, [door, door], door, 'pass'],
  ['one read all the same', owner, [door, owner], door, 'violated'],
  ['another code on the cancel', owner, [door], ofTheServer, 'violated'],
  ['the well formed refused too', door, [door], door, 'inconclusive'],
])('%s', (_, well, malformed, cancel, verdict) => {
  const history = historyOf({ 'well formed': well, malformed, 'malformed cancel': cancel });
  expect(judged(malformedJson, history).verdict).toBe(verdict);
});
