import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { accountIsNamedByIdOrAlias } from './account-is-named-by-id-or-alias.check.ts';

const placed = (accountId: number) =>
  answer('POST /orders', { status: 201, position: 7, body: { orderId: '17', accountId } });
const malformed = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });
const byOwner = answer('POST /orders', { status: 422, code: 'INVALID_FIELD', position: 8 });
const replayed = answer('POST /orders', { status: 422, code: 'INVALID_FIELD', position: 8, replay: true });

const good = {
  'by id': placed(1),
  'by alias': placed(1),
  'by both': placed(1),
  'by neither': malformed,
  'by neither, corrected': placed(1),
  'by another id': malformed,
  'by another id, corrected': placed(1),
  'by another alias': malformed,
  'by another alias, corrected': placed(1),
};

test.each([
  ['as it should be', {}, false, 'pass'],
  ['no order by id', { 'by id': malformed }, false, 'inconclusive'],
  ['the alias alone refused', { 'by alias': malformed }, false, 'violated'],
  ['the alias names another', { 'by alias': placed(2) }, false, 'violated'],
  ['both refused', { 'by both': malformed }, false, 'violated'],
  ['neither taken', { 'by neither': placed(1) }, false, 'violated'],
  ['another id taken', { 'by another id': placed(1) }, false, 'violated'],
  ['another alias taken', { 'by another alias': placed(1) }, false, 'violated'],
  ['a disagreement spends the key', { 'by another id, corrected': malformed }, false, 'violated'],
  ['the owner refuses it', { 'by another id': byOwner, 'by another id, corrected': replayed }, false, 'pass'],
  ['and on the sandbox', { 'by another id': byOwner, 'by another id, corrected': replayed }, true, 'violated'],
])('%s', (_, over, strict, verdict) => {
  const history = historyOf({ ...good, ...over }, { strict });
  expect(judged(accountIsNamedByIdOrAlias, history).verdict).toBe(verdict);
});
