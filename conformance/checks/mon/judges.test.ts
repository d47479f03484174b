import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Check } from '../../runner/check.ts';
import { POLICY_FAMILIES, TRADING_POLICIES } from '../../scenes/policy-families.ts';
import { blames, cases, judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import { moneyReadsBackExactly } from './served-money.check.ts';

const sent = (came: AnswerOptions, line = 'POST /orders'): Sample => answer(line, came);
const DOOR = sent({ status: 400, code: 'MALFORMED_REQUEST' });
const OWNER = sent({ status: 422, code: 'INVALID_FIELD', position: 9 });
const created = (body: object, status = 201): Sample => sent({ status, position: 9, body }, 'POST /asset-policies');
const read = (body: object, position = 9): Sample => sent({ status: 200, position, asOf: 5, body }, 'GET /policies/7');

for (const [id, label] of [
  ['mon/amount-of-nothing-is-refused', 'of nothing'],
  ['mon/scale-fields-of-policies-are-refused', 'with a scale'],
] as const) {
  const good = POLICY_FAMILIES.flatMap(({ path, id: key }): [string, Sample | readonly Sample[]][] => [
    [`plain ${path}`, created({ [key]: 7 })],
    [`${label} ${path}`, [DOOR, DOOR]],
  ]);
  judges(id, Object.fromEntries(good), [
    ['a plain one is refused too', { 'plain /asset-policies': DOOR }, 'inconclusive'],
    ['nothing was sent', { [`${label} /asset-policies`]: [] }, 'inconclusive'],
  ]);
}

const past = (over: object = {}): Sample => sent({ status: 422, code: 'INVALID_FIELD', position: 9, ...over });
const summed = (path: string): Record<string, Sample> => ({
  [`fitting ${path}`]: created({}),
  [`past ${path}`]: past(),
  [`past again ${path}`]: past({ replay: true }),
});

judges(
  'mon/amounts-of-a-policy-fit-together',
  { ...summed('/asset-policies'), ...summed('/chain-policies') },
  [['refused though it fits', { 'fitting /asset-policies': past() }, ['inconclusive', 'violated']]],
  { given: 9 },
);

const asset = (...[maxTicketAmount, reconciliationToleranceAmount, approvalThresholdAmount]: readonly string[]) => ({
  ...{ assetPolicyId: 7, maxTicketAmount, reconciliationToleranceAmount, approvalThresholdAmount },
});
const chain = (...[maxTransferAmount, minTransferAmount]: readonly string[]) => ({
  ...{ chainPolicyId: 7, maxTransferAmount, minTransferAmount },
});
const [ASSET, CHAIN] = [asset('1.500', '2.000', '3.005'), chain('1.50', '2.00')];
const ONE_SCALE = {
  'created /asset-policies': created(ASSET),
  'read /asset-policies': read(ASSET),
  'created /chain-policies': created(CHAIN),
  'read /chain-policies': read(CHAIN),
};
const unlike = asset('1.50', '2.00', '3.005');
for (const [unitScale, verdict] of [
  [2, 'violated'],
  [undefined, 'pass'],
] as const) {
  judges(
    'mon/amounts-of-a-policy-share-a-scale',
    ONE_SCALE,
    [
      ['the answer is not at one scale', { 'created /asset-policies': created(unlike) }, 'violated'],
      ['behind', { 'read /asset-policies': read(unlike, 8) }, 'inconclusive'],
      ['not taken', { 'created /asset-policies': created({}, 400) }, 'inconclusive'],
      ['finer than any', { 'read /asset-policies': read(asset('1.5000', '2.0000', '3.0050')) }, verdict],
      ['coarser', { 'read /chain-policies': read(chain('1.5', '2.0')) }, verdict],
    ],
    { given: { amounts: ['1.5', '2', '3.005'], unitScale } },
  );
}

const caps = (maxOrderQty: string) => ({ tradingPolicyId: 7, maxOrderQty, maxOrderNotional: '0.000000000000000001' });

judges(
  'mon/caps-of-a-trading-policy-have-their-own-scales',
  { alone: [created({}), created({})], together: created(caps('10')), read: read(caps('10')) },
  [
    ['refused together', { together: OWNER }, 'violated'],
    ['refused alone too', { alone: [created({}), OWNER], together: OWNER }, 'inconclusive'],
    ['one has the places of the other', { read: read(caps('10.000000000000000000')) }, ['pass', 'violated']],
    ['behind', { read: read(caps('11'), 8) }, 'inconclusive'],
  ],
);

const LONG = ['9.123456789012345678', '0.123456789012345679', '1234567890.12345678', '9007199254740993'];
const LONG_AMOUNTS: Readonly<Record<string, Sample>> = Object.fromEntries(
  POLICY_FAMILIES.flatMap(({ path, id, money: [amount] }) =>
    LONG.flatMap((value) => [
      [`proposed ${path} ${value}`, created({ [id]: 7, [amount]: value })],
      [`read ${path} ${value}`, read({ [id]: 7, [amount]: value })],
    ]),
  ),
);
const refusing = (values: readonly string[]) =>
  Object.fromEntries(values.map((value) => [`proposed /asset-policies ${value}`, OWNER]));
const zeros = read({ assetPolicyId: 7, maxTicketAmount: '9.1234567890123456780' });

judges('mon/long-amounts-of-policies-read-back', LONG_AMOUNTS, [
  ['at another scale', { 'read /asset-policies 9.123456789012345678': zeros }, 'pass'],
  ['those that do not fit are refused', refusing(LONG.slice(1)), 'pass'],
  ['none is taken', refusing(LONG), 'inconclusive'],
]);

const rejected = { outcome: { rejection: { observedValue: '0.001', limitValue: '0.01' } } };

judgesOf('mon/money-is-served-as-a-decimal-string', (body: object) => [sent({ status: 200, body })], [
  ['a fee below zero', { items: [{ price: '100.00', avgPx: null, fee: '-0.5' }] }, 'pass'],
  ['the legs of a rejection', rejected, 'pass'],
  ['no money at all', { items: [] }, 'inconclusive'],
]);

const UNHELD = sent({ status: 404, code: 'NOT_FOUND' }, 'GET /orders/5');
const priced = (price: string, qty: string, status = 201): Sample =>
  sent({ status, position: 7, body: { orderId: '5', price, qty } });

judges(
  'mon/zeros-change-no-value',
  { plain: priced('100', '1'), written: priced('100.00', '1'), read: priced('100.000', '1.0', 200) },
  [
    ['not held by the member that was read', { read: UNHELD }, 'pass'],
    ['no plain order', { plain: DOOR, written: [], read: [] }, 'inconclusive'],
  ],
);

const WRITTEN = { price: '99.97', qty: '0.0301' };
const written = (over: object = {}, status = 200): Sample =>
  sent({ status, body: { orderId: '5', ...WRITTEN, ...over } }, 'GET /orders/5');
const list = (...items: object[]): Sample => sent({ status: 200, body: { items } }, 'GET /orders');

// biome-ignore format: an aligned table
judges(
  'mon/money-reads-back-exactly',
  { submitted: written({}, 201), row: written(), page: list({ orderId: '5', ...WRITTEN }) },
  [
    ['more places, trailing zeros',          { row: written({ price: '99.9700' }), page: list({ orderId: '5', ...WRITTEN, qty: '0.030100' }) }, 'pass'],
    ['another member that does not hold it', { row: UNHELD, page: list({ orderId: '9', price: '1', qty: '1' }) },                               'pass'],
    ['a refused order',                      { submitted: sent({ status: 403, code: 'X' }), row: UNHELD, page: list() },                        'inconclusive'],
  ],
  { given: WRITTEN },
);

const onGrid = (tick: string, step: string, price: string) =>
  (moneyReadsBackExactly as Check).given?.({
    instrument: { id: 1, symbol: 'X', tick, step, price },
  }) as fc.Arbitrary<typeof WRITTEN>;

test('mon/money-reads-back-exactly: prices of a fine grid have more digits than a double', () => {
  const drawn = fc.sample(onGrid('0.000000000000000001', '1', '8.50'), { numRuns: 20, seed: 1 });
  expect(drawn.some(({ price }) => !price.startsWith(`${Number(price)}`) && price.length > 17)).toBe(true);
});

test('mon/money-reads-back-exactly: prices are of the grid and rest, quantities are of the grid', () => {
  fc.assert(
    fc.property(onGrid('0.05', '10', '2.50'), ({ price, qty }) => {
      expect(price).toMatch(/^[0-2]\.[0-9][05]$/);
      expect(Number(price)).toBeLessThanOrEqual(2.5);
      expect(qty).toMatch(/^[1-9][0-9]*0$/);
    }),
  );
});

const RESTING = '1234567890.12345678';
const TRADED = '93456789.12345679';
const order = (qty: string, over: object = {}): Sample =>
  sent({ status: 200, body: { orderId: '7', qty, leavesQty: qty, cumQty: '0', ...over } }, 'GET /orders/7');
const asked = (qty: string): Sample =>
  answer('POST /orders', { status: 201, sentBody: { qty }, body: { orderId: '7', qty, leavesQty: qty, cumQty: '0' } });
const executions = (...quantities: readonly string[]): Sample =>
  list(...quantities.map((qty) => ({ orderId: '7', qty })));
const balances = (total: string): Sample => list({ assetId: 4, total }, { assetId: 2, total: '5' });

const pricedAt = (price: string): Sample => sent({ status: 201, position: 7, body: { orderId: '4', price } });

judges(
  'mon/long-quantities-read-back',
  {
    priced: pricedAt('9007199254.740993010'),
    'priced row': pricedAt('9007199254.74099301'),
    rested: asked(RESTING),
    row: order(RESTING),
    cancelled: order(RESTING, { leavesQty: '0' }),
    'balances before': balances('1.5'),
    bought: asked(TRADED),
    filled: order(TRADED, { cumQty: TRADED }),
    executions: executions('93456789', '0.12345679'),
    'balances after': balances('93456790.62345679'),
  },
  [
    ['a price that is refused', { priced: sent({ status: 422, code: 'X', position: 7 }), 'priced row': [] }, 'pass'],
    ['a balance that is not read again yet', { 'balances after': balances('1.5') }, 'pass'],
    ['a balance that another trade moved', { 'balances after': balances('3.5') }, 'pass'],
    ['an order that is refused', { rested: sent({ status: 422, code: 'X', position: 7 }) }, 'inconclusive'],
  ],
);

const UNPRICED = sent({ status: 409, code: 'NO_REFERENCE_PRICE', position: 7 });
const ACCEPTED = sent({ status: 201, position: 7, body: { orderId: '5' } });
const unset = (...answers: readonly Sample[]) => ({ unset: answers });

cases([
  [
    'mon/unset-price-is-a-market-order',
    'the instrument has a quote after all',
    unset(ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED),
    'inconclusive',
  ],
]);

const reads = (price: unknown): Sample => sent({ status: 201, position: 7, body: { orderId: '5', price } });

judges('mon/unset-price-reads-back-unset', unset(reads(null), reads(null)), [
  ['0 and 0.00 are unset too (A70)', unset(reads('0'), reads('0.00')), 'pass'],
  ['none accepted', unset(UNPRICED, UNPRICED), 'inconclusive'],
]);

judges('mon/unset-quantity-is-refused-by-the-owner', unset(OWNER, OWNER, OWNER, OWNER), [
  ['the door refuses each', unset(DOOR, DOOR, DOOR, DOOR), ['pass', 'violated']],
  ['one is answered differently', unset(OWNER, OWNER, DOOR, OWNER), 'violated'],
  ['one is accepted', unset(OWNER, OWNER, OWNER, ACCEPTED), 'violated'],
]);

const labelIn = ({ money, path }: (typeof POLICY_FAMILIES)[number], row: string) => {
  const [id, value] = row.split(' ');
  return value === undefined ? `${row} ${path}` : `${id} ${money[0]} ${value} ${path}`;
};
/** What each family of policies answers to rows of the Money table, in its first amount. */
const HELD = POLICY_FAMILIES.flatMap((family): readonly (readonly [string, Sample])[] => {
  const { id, money } = family;
  const refused = sent({ status: 400, code: 'MALFORMED_REQUEST', sentBody: { [money[0]]: 'refused' } });
  return [
    [labelIn(family, 'plain'), created({ [id]: 7 })],
    [labelIn(family, 'MON-03 "1e2"'), refused],
    [labelIn(family, 'MON-10 7'), refused],
    [labelIn(family, 'MON-12 "007.50"'), created({ [id]: 7, [money[0]]: '7.5' })],
    [labelIn(family, 'MON-13 "-7.5"'), OWNER],
  ];
});
const held = (row: string, sample: Sample) => ({
  ...Object.fromEntries(HELD),
  [labelIn(TRADING_POLICIES, row)]: sample,
});
const trading = (maxOrderQty?: string): Sample =>
  sent({ status: 201, position: 9, body: { tradingPolicyId: 7, maxOrderQty }, sentBody: { maxOrderQty: '1' } });
/** The member's document does not list the amount: the suite took it out. */
const withoutAmount = sent({ status: 201, position: 9, body: { tradingPolicyId: 7 }, sentBody: { instrumentId: 1 } });
const [table, SHORT_TABLE] = ['mon/amounts-of-policies-are-held-to-the-table', { rest: '0.3.4' }];

blames(table, held, [
  ['as it should be', 'plain', trading(), 'pass'],
  ['an amount that was not sent', 'MON-10 7', withoutAmount, 'pass'],
  ['zeros refused', 'MON-12 "007.50"', DOOR, ['MON-12']],
  ['zeros read', 'MON-12 "007.50"', trading('7.51'), ['MON-12']],
  ['zeros not taken', 'MON-12 "007.50"', OWNER, 'inconclusive'],
  ['a minus taken', 'MON-13 "-7.5"', trading('-7.5'), 'pass'],
  ['not taken at all', 'plain', DOOR, 'inconclusive'],
]);
blames(table, held, [['an exponent, of an older member', 'MON-03 "1e2"', trading(), 'pass']], { target: SHORT_TABLE });
