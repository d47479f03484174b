import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { cursorOfAnotherView } from './cursor-of-another-view.check.ts';

const page = { status: 200, position: 7 };
const refused = { status: 400, code: 'INVALID_CURSOR' };

test.each([
  ['refused', page, refused, 'pass'],
  ['served', page, page, 'violated'],
  ['refused under another code', page, { status: 400, code: 'MALFORMED_REQUEST' }, 'violated'],
  ['a cursor that is good for nothing', refused, refused, 'inconclusive'],
])('%s', (_, own, other, verdict) => {
  const history = historyOf({ own: answer('GET /users?cursor=c', own), other: answer('GET /users?cursor=c', other) });
  expect(judged(cursorOfAnotherView, history).verdict).toBe(verdict);
});

test('without a cursor there is nothing to send', () => {
  expect(judged(cursorOfAnotherView, historyOf({})).verdict).toBe('inconclusive');
});
