import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { balancesOnlyOfFamilyB } from './balances-only-of-family-b.check.ts';

const POST = 'POST /credentials';
const taken = (canTrade: boolean, of: object = {}) =>
  answer(POST, { status: 201, position: 9, body: { credentialId: 7, canReadBalances: true, canTrade, ...of } });
const door = answer(POST, { status: 400, code: 'MALFORMED_REQUEST' });
const GOOD = { trading: taken(true), 'balances only': taken(false) };

test.each<[string, Record<string, Sample>, string, string]>([
  ['taken', GOOD, 'pass', 'pass'],
  ['refused', { ...GOOD, 'balances only': door }, 'violated', 'violated'],
  ['it trades all the same', { ...GOOD, 'balances only': taken(true) }, 'violated', 'violated'],
  ['it reads nothing', { ...GOOD, 'balances only': taken(false, { canReadBalances: false }) }, 'violated', 'violated'],
  ['both refused', { trading: door, 'balances only': door }, 'inconclusive', 'violated'],
  ['no such venue', {}, 'inconclusive', 'inconclusive'],
])('%s', (_, samples, deployed, strict) => {
  const verdicts = [false, true].map((is) => judged(balancesOnlyOfFamilyB, historyOf(samples, { strict: is })).verdict);
  expect(verdicts).toEqual([deployed, strict]);
});
