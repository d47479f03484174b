import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { createdWithItsVenuesLegs } from './created-with-its-venues-legs.check.ts';

const sentBody = { exchangeId: 1, canReadBalances: true, canTrade: true };
const created = (of: object = {}) =>
  answer('POST /credentials', { status: 201, position: 9, sentBody, body: { credentialId: 7, ...sentBody, ...of } });
const door = answer('POST /credentials', { status: 400, code: 'MALFORMED_REQUEST' });

const GOOD = { 'legs of A': created(), 'not the legs of A': door, 'legs of B': created(), 'not the legs of B': door };
const { 'legs of B': _, 'not the legs of B': __, ...ALONE } = GOOD;

test.each<[string, Record<string, Sample>, string, string]>([
  ['each takes its own', GOOD, 'pass', 'pass'],
  ['A takes those of B', { ...GOOD, 'legs of A': door, 'not the legs of A': created() }, 'violated', 'violated'],
  ['of another venue', { ...GOOD, 'legs of B': created({ exchangeId: 2 }) }, 'violated', 'violated'],
  ['does not trade', { ...GOOD, 'legs of B': created({ canTrade: false }) }, 'violated', 'violated'],
  ['says not what it reads', { ...GOOD, 'legs of B': created({ canReadBalances: undefined }) }, 'violated', 'violated'],
  ['no row', { ...GOOD, 'legs of A': answer('POST /credentials', { status: 204 }) }, 'violated', 'violated'],
  ['asks for more', { ...GOOD, 'legs of A': door }, 'inconclusive', 'violated'],
  ['family A alone is named', ALONE, 'inconclusive', 'inconclusive'],
])('%s', (_name, samples, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => judged(createdWithItsVenuesLegs, historyOf(samples, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});
