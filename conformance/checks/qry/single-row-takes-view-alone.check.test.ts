import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { singleRowTakesViewAlone } from './single-row-takes-view-alone.check.ts';

const row = { status: 200, position: 7, asOf: 7 };
const malformed = { status: 400, code: 'MALFORMED_REQUEST' };

test.each([
  ['view alone', row, row, malformed, 'pass'],
  ['a view that is refused', row, malformed, malformed, 'violated'],
  ['another parameter that is served', row, row, row, 'violated'],
  ['another parameter under another code', row, row, { status: 400, code: 'INVALID_CURSOR' }, 'violated'],
  ['no row', { status: 404, code: 'NOT_FOUND' }, row, malformed, 'inconclusive'],
])('%s', (_, bare, view, refused, verdict) => {
  const history = historyOf({
    bare: answer('GET /orders/17', bare),
    view: answer('GET /orders/17?view=latest', view),
    refused: answer('GET /orders/17?limit=1', refused),
  });
  expect(judged(singleRowTakesViewAlone, history).verdict).toBe(verdict);
});
