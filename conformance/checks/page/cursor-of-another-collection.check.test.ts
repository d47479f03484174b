import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { cursorOfAnotherCollection } from './cursor-of-another-collection.check.ts';

const page = { status: 200, position: 7 };
const refused = { status: 400, code: 'INVALID_CURSOR' };

test.each([
  ['refused', page, refused, 'pass'],
  ['served', page, page, 'violated'],
  ['refused under another code', page, { status: 400, code: 'MALFORMED_REQUEST' }, 'violated'],
  ['a failure', page, { status: 500, code: 'INTERNAL_ERROR' }, 'violated'],
  ['a cursor that is good for nothing', refused, refused, 'inconclusive'],
])('%s', (_, own, other, verdict) => {
  const history = historyOf({
    own: answer('GET /orders?cursor=c', own),
    other: answer('GET /executions?cursor=c', other),
  });
  expect(judged(cursorOfAnotherCollection, history).verdict).toBe(verdict);
});

test('without a cursor there is nothing to send', () => {
  expect(judged(cursorOfAnotherCollection, historyOf({})).verdict).toBe('inconclusive');
});
