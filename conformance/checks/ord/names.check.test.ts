import { judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer } from '../../testing/sample-history.ts';
import { heldKeyReplaysWhateverIsNamed, instrumentTheMemberHasNotHeardOf, nameBoundAnew } from './held-names.check.ts';
import { clientOrderIdIsTheKey, foreignAccountNameReadsUnheld, namedByIdOrAlias } from './names.check.ts';

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
      ['as it should be', {}, 'pass'],
      ['no order by id', { 'by id': malformed }, 'inconclusive'],
      ['the alias alone refused', { 'by alias': malformed }, 'violated'],
      ['the alias names another', { 'by alias': placed(2) }, 'violated'],
      ['both refused', { 'by both': malformed }, 'violated'],
      ['neither taken', { 'by neither': placed(1) }, 'violated'],
      ['another id taken', { 'by another id': placed(1) }, 'violated'],
      ['another alias taken', { 'by another alias': placed(1) }, 'violated'],
      ['a disagreement spends the key', { 'by another id, corrected': malformed }, 'violated'],
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
  clientOrderIdIsTheKey,
  {
    'left out': leftOut('key-00000001'),
    another: another({ status: 400, code: 'MALFORMED_REQUEST' }),
    orders: orders('key-00000001'),
  },
  [
    ['left out taken, another refused', {}, 'pass'],
    ['left out refused', { 'left out': required, orders: orders() }, ['pass', 'violated']],
    ['left out and another made up', { 'left out': leftOut('made-up-01'), orders: orders() }, 'violated'],
    ['another taken', { another: another({ status: 201, position: 8 }), orders: orders() }, 'violated'],
    ['another refused by the owner', { another: byOwner, orders: orders() }, ['pass', 'violated']],
    ['refused and placed all the same', { orders: orders('another-01') }, 'violated'],
    ['refused and placed under the key', { orders: orders('key-00000002') }, 'violated'],
  ],
);

const door = { status: 422, code: 'ACCOUNT_NOT_ACTIVE' };
const byName = (account: string, over: Partial<AnswerOptions> = {}) =>
  answer(POST, { ...door, message: `no ${account} here`, sentBody: { account }, ...over });
const byId = (accountId: number, over: Partial<AnswerOptions> = {}) =>
  answer(POST, { ...door, position: accountId, sentBody: { accountId }, ...over });

judges(
  foreignAccountNameReadsUnheld,
  {
    'unheld name': byName('no desk'),
    'foreign name': byName('theirs'),
    'unheld id': byId(99),
    'foreign id': byId(5),
  },
  [
    ['the same answers', {}, 'pass'],
    ['another status', { 'foreign name': byName('theirs', { status: 403 }) }, 'violated'],
    ['another code', { 'foreign name': byName('theirs', { code: 'NOT_FOUND' }) }, 'violated'],
    ['other words', { 'foreign name': byName('theirs', { message: 'not yours' }) }, 'violated'],
    ['by the owner', { 'foreign name': byName('theirs', { position: 7 }) }, 'violated'],
    ['retryable', { 'foreign name': byName('theirs', { retryable: true }) }, 'violated'],
    ['one header more', { 'foreign name': byName('theirs', { headers: { 'X-Held-By': '2' } }) }, 'violated'],
    ['another code by id', { 'foreign id': byId(5, { code: 'CAPABILITY_DENIED' }) }, 'violated'],
    ['taken by name', { 'foreign name': byName('theirs', { status: 201, body: {} }) }, 'violated'],
    ['any name is taken', { 'unheld name': byName('no desk', { status: 201, body: {} }) }, 'inconclusive'],
  ],
);

const accepted = { status: 201, position: 7, body: { orderId: '17' } };
const offGrid = { status: 422, code: 'QTY_STEP_VIOLATION', position: 8 };
const reused = answer(POST, { status: 409, code: 'IDEMPOTENCY_KEY_REUSED', sentBody: { account: 'of nobody' } });

judges(
  heldKeyReplaysWhateverIsNamed,
  {
    accepted: answer(POST, accepted),
    'accepted, names gone': answer(POST, { ...accepted, replay: true }),
    refused: answer(POST, offGrid),
    'refused, names gone': answer(POST, { ...offGrid, replay: true }),
  },
  [
    ['both replayed', {}, 'pass'],
    ['names looked up first', { 'accepted, names gone': unheld }, 'violated'],
    ['names looked up first, refused', { 'refused, names gone': unheld }, 'violated'],
    ['another order', { 'accepted, names gone': answer(POST, { ...accepted, position: 9 }) }, 'violated'],
    ['not marked as a replay', { 'accepted, names gone': answer(POST, accepted) }, 'violated'],
    ['never accepted', { accepted: unheld }, 'inconclusive'],
    ['another key required', { 'accepted, names gone': reused }, ['pass', 'violated']],
  ],
);

const row = { orderId: '17', accountId: 9 };
const placed = answer(POST, { status: 201, position: 7, body: row });
const replayed = answer(POST, { status: 201, position: 7, replay: true, body: row });
const uncredentialled = { status: 422, code: 'CREDENTIAL_UNAVAILABLE', position: 7 };
const elsewhere = answer(POST, { status: 201, position: 9, body: { ...row, accountId: 10 } });
const keyReused = answer(POST, { status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });

judges(nameBoundAnew, { submitted: placed, nameless: unheld, retried: [replayed, replayed] }, [
  ['replayed', {}, 'pass'],
  [
    'a refusal replayed',
    { submitted: answer(POST, uncredentialled), retried: answer(POST, { ...uncredentialled, replay: true }) },
    'pass',
  ],
  ['refused while nothing has the name', { retried: [unheld, replayed] }, 'violated'],
  ['placed where the name leads now', { retried: [replayed, elsewhere] }, 'violated'],
  ['refused as another order', { retried: keyReused }, 'violated'],
  ['of an order that no owner judged', { submitted: unheld }, 'inconclusive'],
  ['of a name that stayed', { nameless: placed }, 'inconclusive'],
]);
judgesOf(nameBoundAnew, () => ({}), [['no accounts of the suite', 'inconclusive']]);

const ofNewInstrument = (status: number, over: object = {}) =>
  answer(POST, { status, sentBody: { instrumentId: 9 }, ...over });
const notLive = { code: 'INSTRUMENT_NOT_LIVE' };
const acceptedById = ofNewInstrument(201, { position: 7, body: { orderId: '17', instrumentId: 9 } });

judges(instrumentTheMemberHasNotHeardOf, { 'by symbol': ofNewInstrument(422, notLive), 'by id': acceptedById }, [
  ['accepted', {}, 'pass'],
  ['refused at the door', { 'by id': ofNewInstrument(422, notLive) }, 'violated'],
  ['refused in the name of the owner', { 'by id': ofNewInstrument(422, { ...notLive, position: 7 }) }, 'violated'],
  ['accepted without a position', { 'by id': ofNewInstrument(201, { body: { instrumentId: 9 } }) }, 'violated'],
  ['placed in another', { 'by id': ofNewInstrument(201, { position: 7, body: { instrumentId: 1 } }) }, 'violated'],
  ['known by its symbol', { 'by symbol': acceptedById }, 'inconclusive'],
]);
