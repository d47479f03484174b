import { expect, test } from 'vitest';
import { judged, pageOf } from '../../../testing/sample-story.ts';
import { balancesGoOn } from './t42-balances-go-on.ts';

const row = (observedAtNs: string | null, over = {}) => ({
  accountId: 1,
  assetId: 2,
  total: '0',
  available: '0',
  held: '0',
  observedAtNs,
  ...over,
});
const read = (position: number, ...rows: object[]) => pageOf('/account-balances', position, rows);

test.each([
  ['grow', [read(2, row('5')), read(3, row('5')), read(4, row('6'))], 'pass'],
  ['go back', [read(2, row('5')), read(3, row('4'))], 'violated'],
  ['go back for another asset', [read(2, row('5')), read(3, row('4', { assetId: 3 }))], 'pass'],
  ['are at an earlier position', [read(3, row('5')), read(2, row('4'))], 'pass'],
  ['have no time', [read(2, row(null))], 'violated'],
  ['have no amounts', [read(2, row('5', { held: null }))], 'violated'],
])('readings %s', (_, samples, verdict) => expect(judged(balancesGoOn, samples)).toBe(verdict));
