import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { nameBoundAnew } from './name-bound-anew.check.ts';

const row = { orderId: '17', accountId: 9 };
const placed = answer('POST /orders', { status: 201, position: 7, body: row });
const replayed = answer('POST /orders', { status: 201, position: 7, replay: true, body: row });
const unheld = answer('POST /orders', { status: 422, code: 'ACCOUNT_NOT_ACTIVE' });
const refused = (over: object = {}) =>
  answer('POST /orders', { status: 422, code: 'CREDENTIAL_UNAVAILABLE', position: 7, ...over });
const elsewhere = answer('POST /orders', { status: 201, position: 9, body: { ...row, accountId: 10 } });
const GOOD = { submitted: placed, nameless: unheld, retried: [replayed, replayed] };

test.each<[string, Record<string, Sample | readonly Sample[]>, string]>([
  ['replayed', {}, 'pass'],
  ['replayed, a refusal', { submitted: refused(), retried: refused({ replay: true }) }, 'pass'],
  ['refused while nothing has the name', { retried: [unheld, replayed] }, 'violated'],
  ['placed where the name leads now', { retried: [replayed, elsewhere] }, 'violated'],
  [
    'told to be another order',
    { retried: answer('POST /orders', { status: 409, code: 'IDEMPOTENCY_KEY_REUSED' }) },
    'violated',
  ],
  ['of an order that no owner judged', { submitted: unheld }, 'inconclusive'],
  ['of a name that stayed', { nameless: placed }, 'inconclusive'],
])('a retry is %s', (_, over, verdict) => {
  expect(judged(nameBoundAnew, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('no accounts of the suite', () => {
  expect(judged(nameBoundAnew, historyOf({})).verdict).toBe('inconclusive');
});
