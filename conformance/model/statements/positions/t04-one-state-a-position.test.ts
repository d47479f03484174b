import { expect, test } from 'vitest';
import { judged, operationRead, orderRow, PENDING, page, rowRead, succeeded } from '../../../testing/sample-story.ts';
import { oneStateAPosition } from './t04-one-state-a-position.ts';

const row = orderRow(1, 'a');
const outsider = { actor: 'outsider' };

test.each([
  ['the same page', [page('', 1, [row]), page('', 1, [row])], 'pass'],
  ['decimals of one value', [page('', 1, [row]), page('', 1, [{ ...row, qty: '1.00' }])], 'pass'],
  [
    'cursors that are encoded differently',
    [page('', 1, [row], { next: 'x' }), page('', 1, [row], { next: 'y' })],
    'pass',
  ],
  ['another position', [page('', 1, [row]), page('', 2, [])], 'pass'],
  ['another query', [page('', 1, [row]), page('?limit=1', 1, [])], 'pass'],
  ['another organisation', [page('', 1, [row]), page('', 1, [], outsider)], 'pass'],
  ['another user of one organisation', [page('', 1, [row]), page('', 1, [], { actor: 'admin' })], 'violated'],
  ['an additional row', [page('', 1, [row]), page('', 1, [])], 'violated'],
  ['another value', [page('', 1, [row]), page('', 1, [{ ...row, qty: '2' }])], 'violated'],
  [
    'a member of its own that differs',
    [page('', 1, [{ ...row, servedBy: 'a' }]), page('', 1, [{ ...row, servedBy: 'b' }])],
    'pass',
  ],
  ['an additional cursor', [page('', 1, [row], { next: 'x' }), page('', 1, [row])], 'violated'],
  ['a row and its 404', [rowRead(1, 1, row), rowRead(1, 1, null)], 'violated'],
  ['an operation that settled', [operationRead('a', 1, PENDING), operationRead('a', 1, succeeded(1))], 'pass'],
])('%s', (_, samples, verdict) => expect(judged(oneStateAPosition, samples)).toBe(verdict));
