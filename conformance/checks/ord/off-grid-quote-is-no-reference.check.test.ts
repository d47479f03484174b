import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { offGridQuoteIsNoReference } from './off-grid-quote-is-no-reference.check.ts';

const refused = { status: 409, code: 'NO_REFERENCE_PRICE', position: 7n };

test.each([
  ['refused by the owner, for its key', refused, { ...refused, replay: true }, 'pass'],
  ['taken', { status: 201, position: 7n }, { ...refused, replay: true }, 'violated'],
  ['refused for another reason', { ...refused, code: 'INVALID_FIELD' }, { ...refused, replay: true }, 'violated'],
  ['refused at the door', { status: 409, code: 'NO_REFERENCE_PRICE' }, { ...refused, replay: true }, 'violated'],
  ['not recorded', refused, { status: 201, position: 8n }, 'violated'],
])('%s', (_, first, corrected, verdict) => {
  const history = historyOf({
    'off its grid': answer('POST /orders', first),
    'off its grid, corrected': answer('POST /orders', corrected),
  });
  expect(judged(offGridQuoteIsNoReference, history).verdict).toBe(verdict);
});
