import { expect, test } from 'vitest';
import { judged, readOf, wrote } from '../../../testing/sample-story.ts';
import { outcomesStand } from './t21-outcomes-stand.ts';

const STAGED = { seq: 1, document: '{}', outcome: 'STAGED', outcomeAtNs: null, detail: null };
const APPLIED = { ...STAGED, outcome: 'APPLIED', outcomeAtNs: '5' };
const REFUSED = { ...STAGED, outcome: 'REFUSED', outcomeAtNs: '5', detail: 'why' };
const put = (position: number) => wrote('PUT /algos/instances/3/config', position, STAGED);
const read = (position: number, document: object) => readOf('/algos/instances/3/configs/1', position, document);

test.each([
  ['staged, then applied', [put(2), read(3, STAGED), read(4, APPLIED), read(5, APPLIED)], 'pass'],
  ['staged, then refused', [put(2), read(4, REFUSED)], 'pass'],
  ['applied, then staged', [read(3, APPLIED), read(4, STAGED)], 'violated'],
  ['applied, then refused', [read(3, APPLIED), read(4, REFUSED)], 'violated'],
  ['applied again at another time', [read(3, APPLIED), read(4, { ...APPLIED, outcomeAtNs: '6' })], 'violated'],
  ['with an unknown outcome', [read(3, { ...STAGED, outcome: 'LOST' })], 'violated'],
  ['staged with a time', [read(3, { ...STAGED, outcomeAtNs: '5' })], 'violated'],
  ['applied without one', [read(3, { ...APPLIED, outcomeAtNs: null })], 'violated'],
  ['applied with a detail', [read(3, { ...APPLIED, detail: 'why' })], 'violated'],
  ['with another text', [put(2), read(3, { ...APPLIED, document: '{ }' })], 'violated'],
  [
    'another instance has another text',
    [put(2), readOf('/algos/instances/4/configs/1', 3, { ...STAGED, document: '' })],
    'pass',
  ],
])('%s', (_, samples, verdict) => expect(judged(outcomesStand, samples)).toBe(verdict));
