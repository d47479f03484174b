import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { instrumentTheMemberHasNotHeardOf } from './instrument-the-member-has-not-heard-of.check.ts';

const post = (status: number, over: object = {}) =>
  answer('POST /orders', { status, sentBody: { instrumentId: 9 }, ...over });
const notLive = post(422, { code: 'INSTRUMENT_NOT_LIVE' });
const accepted = post(201, { position: 7, body: { orderId: '17', instrumentId: 9 } });

test.each([
  ['accepted', notLive, accepted, 'pass'],
  ['refused at the door', notLive, notLive, 'violated'],
  ['refused in the name of the owner', notLive, post(422, { code: 'INSTRUMENT_NOT_LIVE', position: 7 }), 'violated'],
  ['accepted by nobody', notLive, post(201, { body: { instrumentId: 9 } }), 'violated'],
  ['placed in another', notLive, post(201, { position: 7, body: { instrumentId: 1 } }), 'violated'],
  ['known by its symbol', accepted, accepted, 'inconclusive'],
])('it is %s', (_, bySymbol, byId, verdict) => {
  const history = historyOf({ 'by symbol': bySymbol, 'by id': byId });
  expect(judged(instrumentTheMemberHasNotHeardOf, history).verdict).toBe(verdict);
});
