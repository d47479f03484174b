import { expect, test } from 'vitest';
import { judged, me, pageOf, readOf, wrote } from '../../../testing/sample-story.ts';
import { grantsAreWhatWasPut } from './t41-grants-are-what-was-put.ts';

const user = (capabilities: readonly string[]) => ({ userId: 2, capabilities });
const put = (position: number, asked: readonly string[], got: readonly string[] = asked) =>
  wrote('PUT /users/2', position, user(got), { sentBody: { capabilities: asked } });
const TRADE = ['orders:trade'];

test.each([
  ['the capabilities that were set', [put(2, TRADE), me('trader', 2, 3, TRADE)], 'pass'],
  ['the preset, expanded', [put(2, ['TRADER'], TRADE), me('trader', 2, 3, TRADE)], 'pass'],
  ['in another order', [put(2, ['a:b', 'c:d'], ['c:d', 'a:b'])], 'pass'],
  ['the answer to the write itself', [put(2, TRADE, ['orders:trade', 'a:b'])], 'violated'],
  ['one more capability', [put(2, TRADE), me('trader', 2, 3, ['orders:trade', 'a:b'])], 'violated'],
  ['no capabilities', [put(2, TRADE), readOf('/users/2', 3, user([]))], 'violated'],
  ['no capabilities on a page', [put(2, TRADE), pageOf('/users', 2, [user([])])], 'violated'],
  [
    'the capabilities that were set before',
    [put(2, TRADE), put(3, []), readOf('/users/2', 4, user(TRADE))],
    'violated',
  ],
  ['the capabilities before the write', [readOf('/users/2', 1, user(TRADE)), put(2, [])], 'pass'],
  ['an unknown preset', [put(2, ['MANAGER'], ['a:b']), readOf('/users/2', 3, user(['c:d']))], 'pass'],
])('%s', (_, samples, verdict) => expect(judged(grantsAreWhatWasPut, samples)).toBe(verdict));
