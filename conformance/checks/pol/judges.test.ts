import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exact } from '../../rules/exact-decimal.ts';
import { POLICY_FAMILIES } from '../../scenes/policy-families.ts';
import { judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import { capIsExact } from './caps.check.ts';

const post = (of: AnswerOptions) => answer('POST /orders', of);
const taken = post({ status: 201, position: 9 });
const over = { status: 422, code: 'MAX_ORDER_QTY_EXCEEDED', position: 9 };
const full = post({ status: 422, code: 'MAX_OPEN_ORDERS_EXCEEDED', position: 9 });
const CEILING = { status: 429, code: 'RATE_CEILING', position: 9, headers: { 'Retry-After': '60' } };
const approved = answer('POST /trading-policies/7/approve', { status: 200, position: 9 });
const refusedWrite = answer('POST /trading-policies/7/approve', { status: 409, code: 'ANY' });

const named = (cap: string, samples: Readonly<Record<string, Sample>>) =>
  Object.fromEntries(Object.entries(samples).map(([label, sample]) => [`${cap}: ${label}`, sample]));
const capped = (cap: string, refused: Sample) =>
  named(cap, {
    uncapped: taken,
    approved,
    equal: taken,
    'a step over': refused,
    restated: approved,
    'approved again': approved,
    'a hair over': refused,
  });
const byQty = (samples: Readonly<Record<string, Sample>>) => named('maxOrderQty', samples);

// biome-ignore format: an aligned table
judges(
  'pol/cap-is-exact',
  {
    ...capped('maxOrderQty', post(over)),
    ...capped('maxOrderNotional', post({ ...over, code: 'MAX_ORDER_NOTIONAL_EXCEEDED' })),
  },
  [
    ['a step over is taken',    byQty({ 'a step over': taken }),                                                 'violated'],
    ['refused by another name', byQty({ 'a hair over': post({ status: 409, code: 'ABOVE_CAP', position: 9 }) }), ['pass', 'violated']],
    ['not taken without a cap', byQty({ uncapped: post(over) }),                                                 ['not-exercised', 'inconclusive']],
    ['not approved',            byQty({ approved: refusedWrite }),                                               ['not-exercised', 'inconclusive']],
    ['not restated',            byQty({ restated: refusedWrite, 'a hair over': taken }),                         ['not-exercised', 'inconclusive']],
  ],
);

test.each([
  ['0.01', '0.0001', '100.00'],
  ['0.05', '0.0005', '65000.00'],
  ['0.00000001', '0.00000001', '65000'],
])('no order under a cap has a value past 64 bits: tick %s, step %s, price %s', (tick, step, price) => {
  const drawn = fc.sample(capIsExact.given?.({ cappedInstrument: { tick, step, price } } as never) as never, 50);
  const orders = drawn.flatMap((given) => Object.values(given as Record<string, { price: string; more: string }>));
  const values = orders.map((one) => exact(one.price).units * exact(one.more).units);
  expect(values.filter((value) => value >= 2n ** 63n)).toEqual([]);
});

judges(
  'pol/governing-cap-binds',
  {
    before: [taken, taken, taken],
    'maxOpenOrders: approved': approved,
    'maxOpenOrders: capped': full,
    'maxOpenOrders: other': taken,
    'maxOrdersPerMinute: approved': approved,
    'maxOrdersPerMinute: capped': post(CEILING),
    'maxOrdersPerMinute: other': taken,
  },
  [
    ['open orders are not counted', { 'maxOpenOrders: capped': taken }, 'violated'],
    ['another instrument is bound', { 'maxOrdersPerMinute: other': post(CEILING) }, 'violated'],
    ['refused without a row', { before: [taken, taken, full] }, 'not-exercised'],
    ['not approved', { 'maxOpenOrders: approved': refusedWrite }, 'not-exercised'],
    [
      'the run stood still for a minute before the capped order',
      { 'maxOrdersPerMinute: capped': post({ status: 201, sentAtMs: 70_000, answeredAtMs: 70_001 }) },
      'inconclusive',
    ],
  ],
);

const ceiling = post({ status: 429, code: 'RATE_CEILING', position: 9 });
const counted = (name: string, submitted: readonly Sample[]) => ({
  [`${name}: approved`]: [approved, approved],
  [`${name}: submitted`]: submitted,
});
const openByDefault = (last: AnswerOptions) => counted('maxOpenOrders, default', [taken, taken, post(last)]);

judges(
  'pol/tighter-cap-binds',
  {
    ...counted('maxOrdersPerMinute, governing', [taken, taken, ceiling, taken, ceiling]),
    ...counted('maxOrdersPerMinute, default', [taken, taken, ceiling]),
    ...counted('maxOpenOrders, governing', [taken, taken, full, taken, full]),
    ...counted('maxOpenOrders, default', [taken, taken, full]),
  },
  [
    ['the governing row alone binds', counted('maxOpenOrders, default', [taken, taken, taken]), 'violated'],
    ['each instrument counts', counted('maxOpenOrders, governing', [taken, taken, taken, taken, full]), 'violated'],
    ["not the sandbox's code", openByDefault({ status: 409, code: 'ANY', position: 9 }), ['pass', 'violated']],
    ['not approved', { 'maxOpenOrders, default: approved': refusedWrite }, 'inconclusive'],
  ],
);

const met = (over: object) => post({ ...CEILING, ...over });

judges(
  'pol/ceiling-is-recorded',
  {
    submitted: [taken, taken, met({})],
    again: met({ replay: true }),
    'a minute later': met({ replay: true }),
    'under a fresh key': taken,
  },
  [
    ['a ceiling for good', { 'under a fresh key': met({ position: 12 }) }, 'violated'],
    ['no ceiling', { submitted: [taken, taken] }, 'not-exercised'],
  ],
);

const [ID, OTHER] = [7, 8];

function lived([path, id, amount]: readonly [string, string, string]): Record<string, Sample> {
  const row = (line: string, key: number, of: object) =>
    answer(line, { status: 200, position: 9, body: { [id]: key, [amount]: '8.25', ...of } });
  const arm = (name: string, status: string) => row(`POST ${path}/${ID}/${name}`, ID, { status });
  return {
    [`created ${path}`]: row(`POST ${path}`, ID, { [amount]: '7.50', status: 'PROPOSED' }),
    [`created to be withdrawn ${path}`]: row(`POST ${path}`, OTHER, { [amount]: '7.5', status: 'PROPOSED' }),
    [`withdraw ${path}`]: row(`POST ${path}/${OTHER}/withdraw`, OTHER, { [amount]: '7.5', status: 'WITHDRAWN' }),
    [`restated ${path}`]: row(`PUT ${path}/${ID}`, ID, { status: 'PROPOSED' }),
    [`approve ${path}`]: arm('approve', 'ACTIVE'),
    [`halt ${path}`]: arm('halt', 'HALTED'),
    [`resume ${path}`]: arm('resume', 'ACTIVE'),
    [`retire ${path}`]: arm('retire', 'RETIRED'),
  };
}

const CHAIN = '/chain-policies';
const step = (name: string, of: AnswerOptions) => ({
  [`${name} ${CHAIN}`]: answer(name === 'created' ? `POST ${CHAIN}` : `POST ${CHAIN}/${ID}/${name}`, of),
});
const body = (of: object) => ({ chainPolicyId: ID, maxTransferAmount: '8.25', status: 'HALTED', ...of });
const halted = (of: object) => step('halt', { status: 200, body: body(of) });

judgesOf(
  'pol/policies-are-created-and-moved',
  (over: Readonly<Record<string, Sample>>) =>
    Object.assign({}, ...POLICY_FAMILIES.map(({ path, id, money }) => lived([path, id, money[0]])), over),
  [
    ['lived', {}, 'pass'],
    ['another status', halted({ status: 'STOPPED' }), ['pass', 'violated']],
    ['an arm not taken', step('halt', { status: 400, code: 'ANY' }), ['inconclusive', 'violated']],
    ['nothing created', step('created', { status: 400, code: 'ANY' }), 'inconclusive'],
  ],
);

const UNSET = {
  maxOrderNotional: null,
  maxOpenOrders: null,
  maxOrdersPerMinute: null,
  minTransferAmount: null,
  approvalThresholdAmount: null,
  reconciliationToleranceAmount: null,
};

const read = (path: string, id: string, of: object, position = 9) =>
  answer(`GET ${path}/7`, { status: 200, position, asOf: 5, body: { [id]: 7, ...UNSET, ...of } });
const created = (path: string, id: string, of: object) =>
  answer(`POST ${path}`, { status: 201, position: 9, body: { [id]: 7, ...UNSET, ...of } });
const TRADING = ['/trading-policies', 'tradingPolicyId'] as const;
const readTrading = (spelling: string, of: object, position?: number) => ({
  [`read ${TRADING[0]} ${spelling}`]: read(...TRADING, of, position),
});
const notCreated = answer(`POST ${TRADING[0]}`, { status: 400, code: 'ANY' });

judges(
  'pol/unset-amounts-read-null',
  Object.fromEntries(
    POLICY_FAMILIES.flatMap(({ path, id }) =>
      ['left out', 'null', '0', '-0'].flatMap((spelling) => [
        [`created ${path} ${spelling}`, created(path, id, {})],
        [`read ${path} ${spelling}`, read(path, id, {})],
      ]),
    ),
  ),
  [
    ['an older state', readTrading('0', { maxOrderNotional: '0' }, 8), 'inconclusive'],
    ['not taken', { [`created ${TRADING[0]} 0`]: notCreated }, 'inconclusive'],
  ],
);
