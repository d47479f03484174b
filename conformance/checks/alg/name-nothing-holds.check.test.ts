import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { nameNothingHolds } from './name-nothing-holds.check.ts';

const post = (status: number, code?: string, over: object = {}) =>
  answer('POST /algos/instances', { status, ...(code !== undefined && { code }), ...over });
const noAccount = post(422, 'REFERENCE_UNKNOWN_ACCOUNT');
const noInstrument = post(422, 'REFERENCE_UNKNOWN_INSTRUMENT');
const GOOD = {
  account: [noAccount, noAccount],
  'account, corrected': post(201),
  instrument: [noInstrument, noInstrument],
  'instrument, corrected': post(201),
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string]>([
  ['refused', {}, 'pass'],
  ['sent on', { account: [noAccount, post(422, 'FIELD_TYPE_MISMATCH', { position: 9 })] }, 'violated'],
  ['refused by the owner', { instrument: post(422, 'REFERENCE_UNKNOWN_INSTRUMENT', { position: 9 }) }, 'violated'],
  ['refused as another kind', { instrument: noAccount }, 'violated'],
  ['refused with 404', { account: post(404, 'REFERENCE_UNKNOWN_ACCOUNT') }, 'violated'],
  ['taken', { account: post(201) }, 'violated'],
  [
    'refused, the key spent',
    { 'account, corrected': post(422, 'REFERENCE_UNKNOWN_ACCOUNT', { replay: true }) },
    'violated',
  ],
  ['refused, the key bound', { 'instrument, corrected': post(409, 'IDEMPOTENCY_KEY_REUSED') }, 'violated'],
  ['refused as is all', { 'account, corrected': post(422, 'INVALID_FIELD') }, 'inconclusive'],
])('an unknown name is %s', (_, over, verdict) => {
  expect(judged(nameNothingHolds, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('a profile without names', () => {
  expect(judged(nameNothingHolds, historyOf({})).verdict).toBe('inconclusive');
});
