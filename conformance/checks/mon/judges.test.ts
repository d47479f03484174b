import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Check } from '../../runner/check.ts';
import { POLICY_FAMILIES, TRADING_POLICIES } from '../../scenes/policy-families.ts';
import { judged, judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { longAmountsOfPoliciesReadBack, longQuantitiesReadBack } from './long-money.check.ts';
import {
  amountOfNothingIsRefused,
  amountsOfPoliciesAreHeldToTheTable,
  scaleFieldsOfPoliciesAreRefused,
} from './policy-amounts.check.ts';
import {
  amountsOfAPolicyFitTogether,
  amountsOfAPolicyShareAScale,
  capsOfATradingPolicyHaveTheirOwnScales,
} from './policy-scales.check.ts';
import {
  moneyIsServedAsADecimalString,
  moneyReadsBackExactly,
  nothingIsNamedUnscaled,
  zerosChangeNoValue,
} from './served-money.check.ts';
import {
  unsetPriceIsAMarketOrder,
  unsetPriceReadsBackUnset,
  unsetQuantityIsRefusedByTheOwner,
} from './unset-money.check.ts';

const sent = (came: AnswerOptions, line = 'POST /orders'): Sample => answer(line, came);
const DOOR = sent({ status: 400, code: 'MALFORMED_REQUEST' });
const OWNER = sent({ status: 422, code: 'INVALID_FIELD', position: 9 });
const created = (body: object, status = 201): Sample => sent({ status, position: 9, body }, 'POST /asset-policies');
const read = (body: object, position = 9): Sample => sent({ status: 200, position, asOf: 5, body }, 'GET /policies/7');

const TABLE = [
  'MON-01 "1,000"',
  `MON-02 "${'7.5'.padStart(65, '0')}"`,
  'MON-03 "1e2"',
  'MON-04 "+7.5"',
  'MON-05 ".5"',
  'MON-05 "5."',
  'MON-06 " 7.5"',
  'MON-06 "7.5\\n"',
  'MON-07 "\u0667.5"',
  'MON-08 "0.0000000000000000001"',
  'MON-09 "9223372036854775808"',
  'MON-10 7.5',
  'MON-10 true',
  'MON-10 7',
  'MON-10 []',
  'MON-10 {}',
];
/** The labels of a row of the table: each row is of another amount, and an integer of each. */
const labelsOf = (text: string, { money, path }: (typeof POLICY_FAMILIES)[number]): readonly string[] => {
  const [id = '', ...rest] = text.split(' ');
  const names = text === 'MON-10 7' ? money : [money[Math.max(0, TABLE.indexOf(text)) % money.length]];
  return names.map((name) => `${id} ${name} ${rest.join(' ')} ${path}`);
};
const HELD: Record<string, Sample> = Object.fromEntries(
  POLICY_FAMILIES.flatMap((family): (readonly [string, Sample])[] => {
    const { path, id, money } = family;
    const refused = sent({
      status: 400,
      code: 'MALFORMED_REQUEST',
      sentBody: Object.fromEntries(money.map((name) => [name, 'refused'])),
    });
    const each = (text: string, sample: Sample) => labelsOf(text, family).map((label) => [label, sample] as const);
    return [
      [`plain ${path}`, created({ [id]: 7 })],
      ...TABLE.flatMap((text) => each(text, refused)),
      [`MON-10 restated ${path}`, refused],
      ...each('MON-12 "007.50"', created({ [id]: 7, [money[0]]: '7.5' })),
      ...each('MON-13 "-7.5"', OWNER),
    ];
  }),
);
const trading = (maxOrderQty?: string): Sample =>
  sent({
    status: 201,
    position: 9,
    body: { tradingPolicyId: 7, maxOrderQty },
    sentBody: { maxOrderQty: '1', maxOrderNotional: '1' },
  });
/** The member's document does not list the amount: the suite took it out. */
const withoutAmount = sent({ status: 201, position: 9, body: { tradingPolicyId: 7 }, sentBody: { instrumentId: 1 } });
const letThrough = sent({ status: 422, code: 'INVALID_FIELD', position: 9, sentBody: { maxOrderQty: true } });

/** What is changed is of trading policies; a violation as the clauses that are blamed. */
test.each<[string, label: string, Sample, string]>([
  ['as it should be', 'plain', trading(), 'pass'],
  ['taken', 'MON-03 "1e2"', trading(), 'MON-03'],
  ['let through', 'MON-10 true', letThrough, 'MON-10'],
  ['an integer taken', 'MON-10 7', trading(), 'MON-10'],
  ['a list taken', 'MON-10 []', trading(), 'MON-10'],
  ['a restatement taken', 'MON-10 restated', trading(), 'MON-10'],
  ['an amount that was not sent', 'MON-10 7', withoutAmount, 'pass'],
  ['zeros refused', 'MON-12 "007.50"', DOOR, 'MON-12'],
  ['zeros read', 'MON-12 "007.50"', trading('7.51'), 'MON-12'],
  ['zeros not taken', 'MON-12 "007.50"', OWNER, 'inconclusive'],
  ['a minus refused at the door', 'MON-13 "-7.5"', DOOR, 'MON-13'],
  ['a minus taken', 'MON-13 "-7.5"', trading('-7.5'), 'pass'],
  ['not taken at all', 'plain', DOOR, 'inconclusive'],
])('mon/amounts-of-policies-are-held-to-the-table: %s', (_, label, sample, verdict) => {
  const [changed = ''] = /plain|restated/.test(label)
    ? [`${label} /trading-policies`]
    : labelsOf(label, TRADING_POLICIES);
  const history = historyOf({ ...HELD, [changed]: sample });
  const judgement = judged(amountsOfPoliciesAreHeldToTheTable, history);
  expect(judgement.verdict === 'violated' ? judgement.breaks?.join() : judgement.verdict).toBe(verdict);
});

test('mon/amounts-of-policies-are-held-to-the-table: an older member is held to what it knew', () => {
  const history = historyOf(
    { ...HELD, [labelsOf('MON-03 "1e2"', TRADING_POLICIES)[0] ?? '']: trading() },
    { rest: '0.3.4' },
  );
  expect(judged(amountsOfPoliciesAreHeldToTheTable, history).verdict).toBe('pass');
});

for (const [check, label] of [
  [amountOfNothingIsRefused, 'of nothing /asset-policies'],
  [scaleFieldsOfPoliciesAreRefused, 'with a scale /asset-policies'],
] as const) {
  const good = Object.fromEntries(
    POLICY_FAMILIES.flatMap(({ path, id }): [string, Sample | readonly Sample[]][] => [
      [`plain ${path}`, created({ [id]: 7 })],
      [label.replace('/asset-policies', path), [DOOR, DOOR]],
    ]),
  );
  judges(check, good, [
    ['taken', { [label]: [DOOR, created({ assetPolicyId: 7 })] }, 'violated'],
    ['refused by the owner', { [label]: sent({ status: 400, code: 'MALFORMED_REQUEST', position: 9 }) }, 'violated'],
    ['another status', { [label]: sent({ status: 422, code: 'MALFORMED_REQUEST' }) }, 'violated'],
    ['a plain one is refused too', { 'plain /asset-policies': DOOR }, 'inconclusive'],
    ['nothing was sent', { [label]: [] }, 'inconclusive'],
  ]);
}

const past = (over: object = {}): Sample => sent({ status: 422, code: 'INVALID_FIELD', position: 9, ...over });
const summed = (path: string): Record<string, Sample> => ({
  [`fitting ${path}`]: created({}),
  [`past ${path}`]: past(),
  [`past again ${path}`]: past({ replay: true }),
});

judges(
  amountsOfAPolicyFitTogether,
  { ...summed('/asset-policies'), ...summed('/chain-policies') },
  [
    ['taken', { 'past /chain-policies': created({}) }, 'violated'],
    ['refused at the door', { 'past /chain-policies': past({ position: undefined }) }, 'violated'],
    ['another code', { 'past /asset-policies': past({ code: 'MALFORMED_REQUEST' }) }, 'violated'],
    ['another status', { 'past /asset-policies': past({ status: 400 }) }, 'violated'],
    ['judged a second time', { 'past again /asset-policies': past({ position: 10 }) }, 'violated'],
    ['refused though it fits', { 'fitting /asset-policies': past() }, ['inconclusive', 'violated']],
  ],
  { given: 9 },
);

const asset = (maxTicketAmount: string, reconciliationToleranceAmount: string, approvalThresholdAmount: string) => ({
  assetPolicyId: 7,
  maxTicketAmount,
  reconciliationToleranceAmount,
  approvalThresholdAmount,
});
const chain = (maxTransferAmount: string, minTransferAmount: string) => ({
  chainPolicyId: 7,
  maxTransferAmount,
  minTransferAmount,
});
const [ASSET, CHAIN] = [asset('1.500', '2.000', '3.005'), chain('1.50', '2.00')];
const ONE_SCALE = {
  'created /asset-policies': created(ASSET),
  'read /asset-policies': read(ASSET),
  'created /chain-policies': created(CHAIN),
  'read /chain-policies': read(CHAIN),
};
const unlike = asset('1.50', '2.00', '3.005');
const WHATEVER_THE_UNIT: readonly [string, Record<string, Sample>, 'violated' | 'inconclusive'][] = [
  ['the answer is not at one scale', { 'created /asset-policies': created(unlike) }, 'violated'],
  ['the row is not at one scale', { 'read /asset-policies': read(unlike) }, 'violated'],
  ['another value', { 'read /chain-policies': read(chain('1.51', '2.00')) }, 'violated'],
  ['another row', { 'read /chain-policies': read({}) }, 'violated'],
  ['behind', { 'read /asset-policies': read(unlike, 8) }, 'inconclusive'],
  ['not taken', { 'created /asset-policies': created({}, 400) }, 'inconclusive'],
];

for (const [unitScale, verdict] of [
  [2, 'violated'],
  [undefined, 'pass'],
] as const) {
  judges(
    amountsOfAPolicyShareAScale,
    ONE_SCALE,
    [
      ...WHATEVER_THE_UNIT,
      ['finer than any', { 'read /asset-policies': read(asset('1.5000', '2.0000', '3.0050')) }, verdict],
      ['coarser', { 'read /chain-policies': read(chain('1.5', '2.0')) }, verdict],
    ],
    { given: { amounts: ['1.5', '2', '3.005'], unitScale } },
  );
}

const caps = (maxOrderQty: string, maxOrderNotional = '0.000000000000000001') => ({
  tradingPolicyId: 7,
  maxOrderQty,
  maxOrderNotional,
});

judges(
  capsOfATradingPolicyHaveTheirOwnScales,
  { alone: [created({}), created({})], together: created(caps('10')), read: read(caps('10')) },
  [
    ['refused together', { together: OWNER }, 'violated'],
    ['refused alone too', { alone: [created({}), OWNER], together: OWNER }, 'inconclusive'],
    ['one is lost on the answer', { together: created(caps('10', '0')) }, 'violated'],
    ['one is lost on the row', { read: read(caps('10', '0')) }, 'violated'],
    ['one has the places of the other', { read: read(caps('10.000000000000000000')) }, ['pass', 'violated']],
    ['behind', { read: read(caps('11'), 8) }, 'inconclusive'],
  ],
);

const LONG = ['9.123456789012345678', '0.123456789012345679', '1234567890.12345678', '9007199254740993'];
const LONG_AMOUNTS: Readonly<Record<string, Sample>> = Object.fromEntries(
  (
    [
      ['/asset-policies', 'assetPolicyId', 'maxTicketAmount'],
      ['/chain-policies', 'chainPolicyId', 'maxTransferAmount'],
      ['/trading-policies', 'tradingPolicyId', 'maxOrderQty'],
    ] as const
  ).flatMap(([path, id, amount]) =>
    LONG.flatMap((value) => [
      [`proposed ${path} ${value}`, created({ [id]: 7, [amount]: value })],
      [`read ${path} ${value}`, read({ [id]: 7, [amount]: value })],
    ]),
  ),
);
const refusing = (values: readonly string[]) =>
  Object.fromEntries(values.map((value) => [`proposed /asset-policies ${value}`, OWNER]));
const reading = (maxTicketAmount: string) => ({
  'read /asset-policies 9.123456789012345678': read({ assetPolicyId: 7, maxTicketAmount }),
});

judges(longAmountsOfPoliciesReadBack, LONG_AMOUNTS, [
  ['at another scale', reading('9.1234567890123456780'), 'pass'],
  ['those that do not fit are refused', refusing(LONG.slice(1)), 'pass'],
  ['through a double', reading('9.123456789012346'), 'violated'],
  ['cut after eight places', reading('9.12345679'), 'violated'],
  ['none is taken', refusing(LONG), 'inconclusive'],
]);

const ROW = { orderId: '5', price: '100.00', qty: '1', cumQty: '0', leavesQty: '1', avgPx: null };
const pageWith = (over: object): Sample =>
  sent({ status: 200, body: { items: [ROW, { ...ROW, ...over }] } }, 'GET /orders');
const recordWith = (rejection: unknown): Sample =>
  sent({ status: 200, body: { key: 'k', outcome: { rejection } } }, 'GET /operations/k');

judgesOf(moneyIsServedAsADecimalString, (served: Sample) => [served], [
  ['decimals and null', pageWith({}), 'pass'],
  ['a fee below zero', pageWith({ fee: '-0.5' }), 'pass'],
  ['the legs of a rejection', recordWith({ observedValue: '0.001', limitValue: '0.01' }), 'pass'],
  ['a number', pageWith({ price: 100 }), 'violated'],
  ['a scaled integer and its scale', pageWith({ qty: { unscaled: '10000', scale: 4 } }), 'violated'],
  ['exponent form', pageWith({ avgPx: '1e2' }), 'violated'],
  ['a bare point', pageWith({ fee: '.5' }), 'violated'],
  ['a leg that is a number', recordWith({ observedValue: 0.001, limitValue: '0.01' }), 'violated'],
  ['no money at all', sent({ status: 200, body: { items: [] } }, 'GET /orders'), 'inconclusive'],
]);

const ME = sent({ status: 200, body: { user: { displayName: 'unscaled' } } }, 'GET /me');

judgesOf(nothingIsNamedUnscaled, (status: number, body: object) => [ME, sent({ status, body }, 'GET /orders')], [
  ['the word as a value', 200, { items: [{ price: '1', remark: 'unscaled' }] }, 'pass'],
  ['the property of an answer', 200, { unscaled: '100' }, 'violated'],
  ['deep in a page', 200, { items: [{ price: '1' }, { price: { unscaled: null, scale: 2 } }] }, 'violated'],
  ['the property of a refusal', 404, { error: { code: 'NOT_FOUND', unscaled: 1 } }, 'violated'],
]);

const UNHELD = sent({ status: 404, code: 'NOT_FOUND' }, 'GET /orders/5');
const priced = (price: string, qty: string, status = 201): Sample =>
  sent({ status, position: 7, body: { orderId: '5', price, qty } });

judges(
  zerosChangeNoValue,
  { plain: priced('100', '1'), written: priced('100.00', '1'), read: priced('100.000', '1.0', 200) },
  [
    ['not held by the member that was read', { read: UNHELD }, 'pass'],
    ['another price in the answer', { written: priced('64.00', '1'), read: UNHELD }, 'violated'],
    ['another quantity in the answer', { written: priced('100.00', '10'), read: UNHELD }, 'violated'],
    ['another price when read', { read: priced('1000.0', '1', 200) }, 'violated'],
    ['refused', { written: DOOR, read: UNHELD }, 'violated'],
    ['no plain order', { plain: DOOR, written: [], read: [] }, 'inconclusive'],
  ],
);

const WRITTEN = { price: '99.97', qty: '0.0301' };
const written = (over: object = {}, status = 200): Sample =>
  sent({ status, body: { orderId: '5', ...WRITTEN, ...over } }, 'GET /orders/5');
const list = (...items: object[]): Sample => sent({ status: 200, body: { items } }, 'GET /orders');

judges(
  moneyReadsBackExactly,
  { submitted: written({}, 201), row: written(), page: list({ orderId: '5', ...WRITTEN }) },
  [
    [
      'more places, trailing zeros',
      { row: written({ price: '99.9700' }), page: list({ orderId: '5', ...WRITTEN, qty: '0.030100' }) },
      'pass',
    ],
    [
      'another member that does not hold it',
      { row: UNHELD, page: list({ orderId: '9', price: '1', qty: '1' }) },
      'pass',
    ],
    ['a rounded price on the row', { row: written({ price: '100' }) }, 'violated'],
    ['a rounded quantity on the page', { page: list({ orderId: '5', ...WRITTEN, qty: '0.03' }) }, 'violated'],
    ['a scaled integer', { row: written({ price: '9997' }) }, 'violated'],
    ['a number', { row: written({ qty: 0.0301 }) }, 'violated'],
    ['another price in the answer itself', { submitted: written({ price: '99.98' }, 201) }, 'violated'],
    ['a refused order', { submitted: sent({ status: 403, code: 'X' }), row: UNHELD, page: list() }, 'inconclusive'],
  ],
  { given: WRITTEN },
);

test('mon/money-reads-back-exactly: prices are of the grid and rest, quantities are of the grid', () => {
  const fixtures = { instrument: { id: 1, symbol: 'X', tick: '0.05', step: '10', price: '2.50' } };
  const given = (moneyReadsBackExactly as Check).given?.(fixtures) as fc.Arbitrary<typeof WRITTEN>;
  fc.assert(
    fc.property(given, ({ price, qty }) => {
      expect(price).toMatch(/^[0-2]\.[0-9][05]$/);
      expect(Number(price)).toBeLessThanOrEqual(2.5);
      expect(qty).toMatch(/^[1-9][0-9]*0$/);
    }),
  );
});

const RESTING = '1234567890.12345678';
const TRADED = '93456789.12345679';
const order = (qty: string, over: object = {}): Sample =>
  sent({ status: 200, sentBody: { qty }, body: { orderId: '7', qty, leavesQty: qty, cumQty: '0', ...over } });
const executions = (...quantities: readonly string[]): Sample =>
  list(...quantities.map((qty) => ({ orderId: '7', qty })));
const balances = (total: string): Sample => list({ assetId: 4, total }, { assetId: 2, total: '5' });

judges(
  longQuantitiesReadBack,
  {
    rested: order(RESTING),
    row: order(RESTING),
    cancelled: order(RESTING, { leavesQty: '0' }),
    'balances before': balances('1.5'),
    bought: order(TRADED),
    filled: order(TRADED, { cumQty: TRADED }),
    executions: executions('93456789', '0.12345679'),
    'balances after': balances('93456790.62345679'),
  },
  [
    ['an order through a double', { row: order('1234567890.1234567') }, 'violated'],
    ['a cancelled order through a double', { cancelled: order('1234567890.1234567') }, 'violated'],
    ['a fill past 2^53', { filled: order(TRADED, { cumQty: '93456789.1234568' }) }, 'violated'],
    ['executions past 2^53', { executions: executions('93456789.1234568') }, 'violated'],
    ['a balance past 2^53', { 'balances after': balances('93456790.6234568') }, 'violated'],
    ['a balance that is not read anew yet', { 'balances after': balances('1.5') }, 'pass'],
    ['a balance that another trade moved', { 'balances after': balances('3.5') }, 'pass'],
    ['an order that is refused', { rested: sent({ status: 422, code: 'X', position: 7 }) }, 'inconclusive'],
  ],
);

const UNPRICED = sent({ status: 409, code: 'NO_REFERENCE_PRICE', position: 7 });
const ACCEPTED = sent({ status: 201, position: 7, body: { orderId: '5' } });
const unset = (...answers: readonly Sample[]) => ({ unset: answers });

judges(unsetPriceIsAMarketOrder, unset(UNPRICED, UNPRICED, UNPRICED, UNPRICED), [
  ['null is refused at the door', unset(UNPRICED, DOOR, UNPRICED, UNPRICED), 'violated'],
  [
    '0 is a price',
    unset(UNPRICED, UNPRICED, sent({ status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 }), UNPRICED),
    'violated',
  ],
  ['-0 is a price that rests', unset(UNPRICED, UNPRICED, UNPRICED, ACCEPTED), 'violated'],
  ['the instrument has a quote after all', unset(ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED), 'inconclusive'],
]);

const reads = (price: unknown): Sample => sent({ status: 201, position: 7, body: { orderId: '5', price } });

judges(unsetPriceReadsBackUnset, unset(reads(null), reads(null)), [
  ['0 and 0.00 are unset too (A70)', unset(reads('0'), reads('0.00')), 'pass'],
  ['the price that it was filled at', unset(reads(null), reads('100.02')), 'violated'],
  ['nothing of a price', unset(ACCEPTED), 'violated'],
  ['none accepted', unset(UNPRICED, UNPRICED), 'inconclusive'],
]);

judges(unsetQuantityIsRefusedByTheOwner, unset(OWNER, OWNER, OWNER, OWNER), [
  ['the door refuses each', unset(DOOR, DOOR, DOOR, DOOR), ['pass', 'violated']],
  ['one is answered differently', unset(OWNER, OWNER, DOOR, OWNER), 'violated'],
  ['one is accepted', unset(OWNER, OWNER, OWNER, ACCEPTED), 'violated'],
  ['all are accepted', unset(ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED), 'violated'],
]);
