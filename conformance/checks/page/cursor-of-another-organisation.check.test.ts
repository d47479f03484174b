import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { cursorOfAnotherOrganisation } from './cursor-of-another-organisation.check.ts';

const page = { status: 200, position: 7 };
const refused = { status: 400, code: 'INVALID_CURSOR' };

test.each([
  ['refused', page, refused, 'pass'],
  ['served', page, page, 'violated'],
  ['not told as a cursor', page, { status: 404, code: 'NOT_FOUND' }, 'violated'],
  ['a cursor that is good for nothing', refused, refused, 'inconclusive'],
])('%s', (_, own, other, verdict) => {
  const history = historyOf({
    own: answer('GET /orders?cursor=c', own),
    other: answer('GET /orders?cursor=c', { ...other, actor: 'outsider' }),
  });
  expect(judged(cursorOfAnotherOrganisation, history).verdict).toBe(verdict);
});
