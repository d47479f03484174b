import { expect, test } from 'vitest';
import { judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, type Sample } from '../../testing/sample-history.ts';
import { registerIdsGrowWithoutCounting } from './growing-ids.check.ts';
import { valueChecks } from './values.check.ts';

const page = (row: object) => ({ items: [{ accountId: 1, userId: 7, ...row }] });

judgesOf(
  valueChecks['register-keys-are-int32'],
  (body: object) => ({ read: answer('GET /orders', { status: 200, body }) }),
  [
    ['integers', page({ credentialId: 2_147_483_647 }), 'pass'],
    ['unset references', page({ credentialId: null, userId: 0 }), 'pass'],
    ['no register key anywhere', { items: [] }, 'inconclusive'],
  ],
);

const row = { orderId: '1767571200000001000', executionId: '1767571200000002000' };

judgesOf(
  valueChecks['trading-ids-are-int64-strings'],
  (body: object) => ({ read: answer('GET /executions/1', { status: 200, body }) }),
  [
    ['the largest int64', { ...row, orderId: '9223372036854775807' }, 'pass'],
    ['no execution', { orderId: row.orderId }, 'inconclusive'],
  ],
);

const timed = {
  globalSequence: '7',
  asOfSeqTsNs: '1767571200000001000',
  items: [{ createdAtNs: '1' }],
};

judgesOf(
  valueChecks['times-and-positions-are-strings'],
  (body: object) => ({ read: answer('GET /orders', { status: 200, body }) }),
  [
    ['an outcome without a position', { ...timed, outcome: { globalSequence: null } }, 'pass'],
    ['a time that is null', { ...timed, asOfSeqTsNs: null }, 'pass'],
    ['no time at all', { globalSequence: '7' }, 'inconclusive'],
  ],
);

const schema = { type: 'object', properties: { orderId: { type: 'string' } } };
const requestBody = { content: { 'application/json': { schema } } };
const published = { paths: { '/orders/{orderId}/cancel': { post: { requestBody } } } };
const refused = { status: 400, code: 'MALFORMED_REQUEST' };
const cancelled = { status: 200, position: 8 };

const number = (came: AnswerOptions) => ({ number: answer('POST /orders/17/cancel', came) });
const document = (body: object) => ({ document: answer('GET /openapi.json', { status: 200, body }) });
const denied = answer('POST /orders', { status: 403, code: 'CAPABILITY_DENIED', position: 7 });

judges(
  'id/int64-sent-as-a-number-is-refused',
  { ...document(published), submitted: answer('POST /orders', { status: 201, position: 7 }), ...number(refused) },
  [
    ['refused, and not published', document({}), 'not-exercised'],
    ['taken where the body has no such property', { ...document({}), ...number(cancelled) }, 'not-exercised'],
    ['no order', { submitted: denied, number: [] }, 'inconclusive'],
  ],
);

const order = (position: number, orderId: string) =>
  answer('POST /orders', { status: 201, position, body: { orderId } });

judgesOf('id/order-ids-grow-without-counting', (...created: readonly Sample[]) => ({ created }), [
  ['ids that grow', order(1, '1000'), order(2, '2000'), order(3, '2001'), 'pass'],
  ['answers out of sequence', order(3, '3000'), order(1, '1000'), order(2, '2000'), 'pass'],
  ['ids of another length', order(1, '9'), order(2, '10'), order(3, '200'), 'pass'],
  ['an id that goes back', order(1, '1000'), order(2, '900'), order(3, '2000'), 'violated'],
  ['an id used again', order(1, '1000'), order(2, '2000'), order(3, '2000'), 'violated'],
  ['two orders', order(1, '7'), order(2, '8'), answer('POST /orders', { status: 429 }), 'inconclusive'],
]);

const portfolio = (position: number, portfolioId: unknown) =>
  answer('POST /portfolios', { status: 201, position, body: { portfolioId } });
const notCreated = answer('POST /users', { status: 400, code: 'MALFORMED_REQUEST' });

judgesOf(
  'id/register-ids-grow-without-counting',
  (...created: readonly Sample[]) => ({
    'created in /users': [notCreated, notCreated, notCreated],
    'created in /portfolios': created,
  }),
  [
    ['ids that grow', portfolio(1, 10), portfolio(2, 20), portfolio(3, 21), 'pass'],
    ['answers out of sequence', portfolio(3, 30), portfolio(1, 10), portfolio(2, 20), 'pass'],
    ['an id that goes back (T35)', portfolio(1, 10), portfolio(2, 9), portfolio(3, 20), ['pass', 'violated']],
    ['an id used again', portfolio(1, 10), portfolio(2, 20), portfolio(3, 20), 'violated'],
    ['an id that is not a number', portfolio(1, '10'), portfolio(2, 20), portfolio(3, 30), 'inconclusive'],
    ['two portfolios', portfolio(1, 7), portfolio(2, 8), 'inconclusive'],
  ],
);

test('the register is not counted while time passes: ids of one second may be adjacent', async () => {
  const [sent, waited]: [string[], number[]] = [[], []];
  const post = async (path: string) => {
    sent.push(path);
    return { request: {}, response: { status: 400, headers: [], body: '{}' } };
  };
  const elapse = async (ms: number) => void waited.push(ms, sent.length);
  const fixtures = { account: { id: 1 }, instrument: { id: 1 }, asset: { id: 1 } };
  await registerIdsGrowWithoutCounting.drive(
    { admin: { post }, freshKey: () => 'k', fixtures, elapse, takes: () => true } as never,
    undefined,
  );
  const each = sent.length / 3;
  expect(waited).toEqual([3_000, each, 6_000, 2 * each]);
  expect(sent.slice(0, each)).toEqual(sent.slice(each, 2 * each));
});

const named = { accountId: 1, instrumentId: 2, algoInstanceId: null };
const placed = (over = {}) => answer('POST /orders', { status: 201, position: 7, body: { ...named, ...over } });
const refusedOrder = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });

judges('id/unset-references', { 'by id': placed(), 'by name': [placed(), placed()] }, [
  ['an older row without the reference', { 'by id': placed({ algoInstanceId: undefined }) }, 'pass'],
  ['0 taken for an id', { 'by name': [refusedOrder, placed()] }, 'violated'],
  ['another account', { 'by name': [placed({ accountId: 9 }), placed()] }, 'violated'],
  ['no order by ids', { 'by id': refusedOrder }, 'inconclusive'],
]);

const restated = (portfolioId: unknown, status = 200) =>
  answer('PUT /accounts/7', { status, position: 7, body: { accountId: 7, portfolioId } });
const unknown = answer('PUT /accounts/7', { status: 400, code: 'MALFORMED_REQUEST' });

judgesOf(
  'id/unset-references-of-the-register',
  (set: Sample, unset: Sample) => ({
    'set before 0 /accounts': set,
    '0 /accounts': unset,
    'set before null /accounts': set,
    'null /accounts': unset,
  }),
  [
    ['a reference that is unset reads null', restated(1), restated(null), 'pass'],
    ['reads 0', restated(1), restated(0), 'pass'],
    ['is no longer there', restated(1), restated(undefined), 'pass'],
    ['is not in the body', unknown, unknown, 'inconclusive'],
    ['is not kept', restated(null), restated(null), 'inconclusive'],
  ],
);
