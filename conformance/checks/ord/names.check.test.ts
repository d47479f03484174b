import { judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer } from '../../testing/sample-history.ts';
import { namedByIdOrAlias } from './names.check.ts';

const POST = 'POST /orders';
const malformed = answer(POST, { status: 400, code: 'MALFORMED_REQUEST' });
const unheld = answer(POST, { status: 422, code: 'ACCOUNT_NOT_ACTIVE' });

for (const [name, id] of [
  ['account-is-named-by-id-or-alias', 'accountId'],
  ['instrument-is-named-by-id-or-alias', 'instrumentId'],
] as const) {
  const placed = (named: number) => answer(POST, { status: 201, position: 7, body: { orderId: '17', [id]: named } });
  const byOwner = { status: 422, code: 'INVALID_FIELD', position: 8 };
  const refusedByOwner = {
    'by another id': answer(POST, byOwner),
    'by another id, corrected': answer(POST, { ...byOwner, replay: true }),
  };

  judges(
    namedByIdOrAlias[name],
    {
      'by id': placed(1),
      'by alias': placed(1),
      'by both': placed(1),
      'by neither': malformed,
      'by neither, corrected': placed(1),
      'by another id': malformed,
      'by another id, corrected': placed(1),
      'by another alias': malformed,
      'by another alias, corrected': placed(1),
    },
    [
      ['no order by id', { 'by id': malformed }, 'inconclusive'],
      ['the alias alone refused', { 'by alias': malformed }, 'violated'],
      ['the alias names another', { 'by alias': placed(2) }, 'violated'],
      ['both refused', { 'by both': malformed }, 'violated'],
      ['neither taken', { 'by neither': placed(1) }, 'violated'],
      ['another id taken', { 'by another id': placed(1) }, 'violated'],
      ['another alias taken', { 'by another alias': placed(1) }, 'violated'],
      ['the owner refuses it', refusedByOwner, ['pass', 'violated']],
    ],
  );
}

const leftOut = (clientOrderId: string) =>
  answer(POST, { status: 201, position: 7, key: 'key-00000001', body: { orderId: '17', clientOrderId } });
const another = (how: { status: number; code?: string; position?: number }) =>
  answer(POST, { ...how, key: 'key-00000002', sentBody: { clientOrderId: 'another-01' } });
const orders = (...names: string[]) =>
  answer('GET /orders', { status: 200, body: { items: names.map((clientOrderId) => ({ clientOrderId })) } });
const required = answer(POST, { status: 400, code: 'MALFORMED_REQUEST', key: 'key-00000001' });
const byOwner = another({ status: 422, code: 'INVALID_FIELD', position: 8 });

judges(
  'ord/client-order-id-is-the-key',
  {
    'left out': leftOut('key-00000001'),
    another: another({ status: 400, code: 'MALFORMED_REQUEST' }),
    orders: orders('key-00000001'),
  },
  [
    ['left out refused', { 'left out': required, orders: orders() }, ['pass', 'violated']],
    ['another taken', { another: another({ status: 201, position: 8 }), orders: orders() }, 'violated'],
    ['another refused by the owner', { another: byOwner, orders: orders() }, ['pass', 'violated']],
    ['refused and placed all the same', { orders: orders('another-01') }, 'violated'],
  ],
);

const door = { status: 422, code: 'ACCOUNT_NOT_ACTIVE' };
const byName = (account: string, over: Partial<AnswerOptions> = {}) =>
  answer(POST, { ...door, message: `no ${account} here`, sentBody: { account }, ...over });
const byId = (accountId: number, over: Partial<AnswerOptions> = {}) =>
  answer(POST, { ...door, position: accountId, sentBody: { accountId }, ...over });

judges(
  'ord/foreign-account-name-reads-unheld',
  {
    'unheld name': byName('no desk'),
    'foreign name': byName('theirs'),
    'unheld id': byId(99),
    'foreign id': byId(5),
  },
  [['any name is taken', { 'unheld name': byName('no desk', { status: 201, body: {} }) }, 'inconclusive']],
);

const accepted = { status: 201, position: 7, body: { orderId: '17' } };
const offGrid = { status: 422, code: 'QTY_STEP_VIOLATION', position: 8 };
const reused = answer(POST, { status: 409, code: 'IDEMPOTENCY_KEY_REUSED', sentBody: { account: 'of nobody' } });

judges(
  'ord/held-key-replays-whatever-is-named',
  {
    accepted: answer(POST, accepted),
    'accepted, names gone': answer(POST, { ...accepted, replay: true }),
    refused: answer(POST, offGrid),
    'refused, names gone': answer(POST, { ...offGrid, replay: true }),
  },
  [
    ['never accepted', { accepted: unheld }, 'inconclusive'],
    ['another key required', { 'accepted, names gone': reused }, ['pass', 'violated']],
  ],
);

const row = { orderId: '17', accountId: 9 };
const placed = answer(POST, { status: 201, position: 7, body: row });
const replayed = answer(POST, { status: 201, position: 7, replay: true, body: row });
const uncredentialled = { status: 422, code: 'CREDENTIAL_UNAVAILABLE', position: 7 };

judges('ord/name-bound-anew', { submitted: placed, nameless: unheld, retried: [replayed, replayed] }, [
  [
    'a refusal replayed',
    { submitted: answer(POST, uncredentialled), retried: answer(POST, { ...uncredentialled, replay: true }) },
    'pass',
  ],
  ['of an order that no owner judged', { submitted: unheld }, 'inconclusive'],
  ['of a name that stayed', { nameless: placed }, 'inconclusive'],
]);
judgesOf('ord/name-bound-anew', () => ({}), [['no accounts of the suite', 'inconclusive']]);

const ofNewInstrument = (status: number, over: object = {}) =>
  answer(POST, { status, sentBody: { instrumentId: 9 }, ...over });
const notLive = { code: 'INSTRUMENT_NOT_LIVE' };
const acceptedById = ofNewInstrument(201, { position: 7, body: { orderId: '17', instrumentId: 9 } });

judges(
  'ord/instrument-the-member-has-not-heard-of',
  { 'by symbol': ofNewInstrument(422, notLive), 'by id': acceptedById },
  [['known by its symbol', { 'by symbol': acceptedById }, 'inconclusive']],
);
