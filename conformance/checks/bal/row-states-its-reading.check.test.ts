import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { rowStatesItsReading } from './row-states-its-reading.check.ts';

const ROW = {
  ...{ accountId: 1, assetId: 2, credentialId: 3, total: '1.5', available: '1', held: '0.5' },
  ...{ venueTsNs: '17', venueRevision: 'r-4', observedAtNs: '18' },
};
const page = (...items: object[]) => answer('GET /account-balances', { status: 200, body: { items } });
const without = (name: keyof typeof ROW) =>
  Object.fromEntries(Object.entries(ROW).filter(([member]) => member !== name));

test.each([
  ['all of it', page(ROW), 'pass'],
  ['a venue that states neither', page({ ...ROW, venueTsNs: null, venueRevision: null }), 'pass'],
  ['no row', page(), 'inconclusive'],
  ['a credential left out', page(ROW, without('credentialId')), 'violated'],
  ['a time of the venue left out', page(without('venueTsNs')), 'violated'],
  ['an account in text', page({ ...ROW, accountId: '1' }), 'violated'],
  ['no credential', page({ ...ROW, credentialId: null }), 'violated'],
  ['a revision in a number', page({ ...ROW, venueRevision: 4 }), 'violated'],
  ['a time of the venue in words', page({ ...ROW, venueTsNs: 'noon' }), 'violated'],
  ['never observed', page({ ...ROW, observedAtNs: null }), 'violated'],
  ['observed in a number', page({ ...ROW, observedAtNs: 18 }), 'violated'],
  ['not served', answer('GET /account-balances', { status: 403, code: 'CAPABILITY_DENIED' }), 'violated'],
])('%s', (_, balances, verdict) => {
  expect(judged(rowStatesItsReading, historyOf({ balances })).verdict).toBe(verdict);
});
