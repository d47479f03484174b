import { expect, test } from 'vitest';
import { NOBODYS_KEY } from '../../contract/nobodys.ts';
import type { History } from '../../runner/history.ts';
import { judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer } from '../../testing/sample-history.ts';
import { askTwice, judgePairs } from './other-organisations.check.ts';

const refusal = { status: 422, code: 'ACCOUNT_NOT_ACTIVE', position: 7 };
const of = (accountId: number, came: Parameters<typeof answer>[1]) =>
  answer('POST /orders', { message: `account ${accountId} is not active`, ...came, sentBody: { accountId } });
const busy = { status: 503, code: 'NOT_SERVING', retryable: true, headers: { 'Retry-After': '1' } };
const awaiting = { status: 403, code: 'AWAITING_ADMISSION' };
const accepted = { status: 201, position: 7, body: { orderId: '5' } };

judgesOf(
  'auth/account-of-another-organisation',
  (unheld: AnswerOptions, foreign: AnswerOptions) => ({ unheld: of(NOBODYS_KEY, unheld), foreign: of(5, foreign) }),
  [
    ['the same but for the id', refusal, { ...refusal, position: 8 }, 'pass'],
    ['both by the door', { ...refusal, status: 400, code: 'X' }, { ...refusal, status: 400, code: 'X' }, 'pass'],
    ['neither for its account', awaiting, awaiting, 'not-exercised'],
    ['both accepted', accepted, accepted, 'violated'],
    ['a busy member refuses one of them', busy, refusal, 'inconclusive'],
  ],
);

const row = { orderId: '500', accountId: 5, leavesQty: '1' };
const placed = answer('POST /orders', { status: 201, position: 7, sentBody: { accountId: 5 }, body: row });
const unheld = answer('GET /orders/500', { status: 404, code: 'NOT_FOUND' });
const page = (...items: object[]) => answer('GET /orders', { status: 200, body: { items } });
const own = { orderId: '499', accountId: 1 };
const still = (leavesQty: string) => answer('GET /orders/500', { status: 200, body: { ...row, leavesQty } });
const refused = answer('GET /orders', { status: 400, code: 'INVALID_CURSOR' });

judges(
  'auth/nothing-of-another-organisation',
  { placed, one: [unheld, unheld], several: [page(own), page(), refused], 'theirs still': still('1') },
  [
    ['what their member has not applied yet', { 'theirs still': unheld }, 'pass'],
    ['their order is listed', { several: page(own, row) }, 'violated'],
    ['there is nothing to see', { placed: answer('POST /orders', { status: 422 }) }, 'inconclusive'],
  ],
);

const notFound = { status: 404, code: 'NOT_FOUND' };

const malformed = { status: 400, code: 'MALFORMED_REQUEST' };
const lacking = { status: 503, code: 'INTAKE_UNAVAILABLE' };
const unbound = { status: 422, code: 'INVALID_FIELD', position: 9 };

type Pair = readonly [absent: AnswerOptions, foreign: AnswerOptions];

judgesOf(
  'auth/foreign-rows-write-as-absent',
  (inPath: Pair, inBody: Pair) => ({
    'absent 9: row': answer('PUT /portfolios/9', inPath[0]),
    'foreign 7: row': answer('PUT /portfolios/7', inPath[1]),
    'absent 9: body': answer('POST /accounts', inBody[0]),
    'foreign 7: body': answer('POST /accounts', inBody[1]),
  }),
  [
    ['as absent', [notFound, notFound], [unbound, unbound], 'pass'],
    ['of a surface that the member lacks', [lacking, lacking], [unbound, unbound], 'pass'],
    ['written', [notFound, { status: 200 }], [unbound, unbound], 'violated'],
    ['in a body that is not taken', [malformed, malformed], [malformed, malformed], ['pass', 'violated']],
  ],
);

const PAIR = 'admin /users/{id}';
const REFUSED = { status: 404, code: 'NOT_FOUND' } as const;
const pairJudge = (refused: Parameters<typeof judgePairs>[1]) => ({
  id: 'pairs of a foreign and an absent row',
  judge: (history: History) => judgePairs(history, refused),
});
const pairOf = (absent: AnswerOptions, foreign: AnswerOptions) => ({
  [`absent 2147483647: ${PAIR}`]: answer('GET /users/2147483647', absent),
  [`foreign 7: ${PAIR}`]: answer('GET /users/7', foreign),
});
const known = { ...notFound, position: 9, asOf: 5 };

judgesOf(
  pairJudge(() => REFUSED),
  pairOf,
  [
    ['reads as absent', known, known, 'pass'],
    ['of another state', known, { ...known, position: 11, asOf: 6 }, 'pass'],
    ['named in the message', { ...known, message: 'no row 2147483647' }, { ...known, message: 'no row 7' }, 'pass'],
    ['is served', known, { status: 200 }, 'violated'],
  ],
);

judgesOf(
  pairJudge(() => REFUSED),
  () => ({}),
  [['no row to name: nothing to judge', 'not-exercised']],
);

test('each is asked under a label of its own', async () => {
  const asked: string[] = [];
  await askTwice({ path: '/users', pair: PAIR, foreign: '7', absent: '9' }, async (id, label) =>
    asked.push(`${id} ${label}`),
  );
  expect(asked).toEqual([`9 absent 9: ${PAIR}`, `7 foreign 7: ${PAIR}`]);
});
