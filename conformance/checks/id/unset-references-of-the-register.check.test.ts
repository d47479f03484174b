import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unsetReferencesOfTheRegister } from './unset-references-of-the-register.check.ts';

const restated = (portfolioId: unknown, status = 200) =>
  answer('PUT /accounts/7', { status, position: 7, body: { accountId: 7, portfolioId } });
const refused = answer('PUT /accounts/7', { status: 422, code: 'INVALID_FIELD', position: 7 });
const unknown = answer('PUT /accounts/7', { status: 400, code: 'MALFORMED_REQUEST' });

test.each([
  ['reads null', restated(1), restated(null), 'pass'],
  ['reads 0', restated(1), restated(0), 'pass'],
  ['is no longer there', restated(1), restated(undefined), 'pass'],
  ['stays', restated(1), restated(1), 'violated'],
  ['is taken for an id', restated(1), refused, 'violated'],
  ['is no member of the body', unknown, unknown, 'inconclusive'],
  ['is not kept', restated(null), restated(null), 'inconclusive'],
])('a reference that is unset %s', (_, set, unset, verdict) => {
  const history = historyOf({
    'set before 0 /accounts': set,
    '0 /accounts': unset,
    'set before null /accounts': set,
    'null /accounts': unset,
  });
  expect(judged(unsetReferencesOfTheRegister, history).verdict).toBe(verdict);
});

test('without a row of its own nothing is judged', () => {
  expect(judged(unsetReferencesOfTheRegister, historyOf({})).verdict).toBe('inconclusive');
});
