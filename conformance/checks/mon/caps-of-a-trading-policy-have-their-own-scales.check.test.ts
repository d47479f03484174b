import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { capsOfATradingPolicyHaveTheirOwnScales } from './caps-of-a-trading-policy-have-their-own-scales.check.ts';

const [QTY, NOTIONAL] = ['10', '0.000000000000000001'];
const row = (maxOrderQty = QTY, maxOrderNotional = NOTIONAL) => ({ tradingPolicyId: 7, maxOrderQty, maxOrderNotional });
const created = (body: object) => answer('POST /trading-policies', { status: 201, position: 9, body });
const read = (body: object, position = 9) =>
  answer('GET /trading-policies/7', { status: 200, position, asOf: 5, body });
const refused = answer('POST /trading-policies', { status: 422, code: 'INVALID_FIELD', position: 9 });

const GOOD = { alone: [created({}), created({})], together: created(row()), read: read(row()) };

test.each<[string, Record<string, Sample | readonly Sample[]>, string, string]>([
  ['of their own', {}, 'pass', 'pass'],
  ['refused together', { together: refused }, 'violated', 'violated'],
  ['refused alone too', { alone: [created({}), refused], together: refused }, 'inconclusive', 'inconclusive'],
  ['one is lost on the answer', { together: created(row(QTY, '0')) }, 'violated', 'violated'],
  ['one is lost on the row', { read: read(row(QTY, '0')) }, 'violated', 'violated'],
  ['one has the places of the other', { read: read(row('10.000000000000000000')) }, 'pass', 'violated'],
  ['behind', { read: read(row('11'), 8) }, 'inconclusive', 'inconclusive'],
])('%s', (_, changed, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => judged(capsOfATradingPolicyHaveTheirOwnScales, historyOf({ ...GOOD, ...changed }, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});
