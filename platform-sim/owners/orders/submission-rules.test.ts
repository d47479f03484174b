import { describe, expect, test } from 'vitest';
import { REJECTION_REASONS } from '../../../gateway/contract/reasons.ts';
import { REFUSALS } from '../../../gateway/contract/refusals.ts';
import type { AlgoInstanceRow, Fact, Principal, SubmitOrder } from '../../../gateway/facts.ts';
import { orderOf, SampleMarket } from '../../testing/sample-market.ts';
import {
  instrument,
  MINUTE_NS,
  OTHER_USER,
  OUTSIDER,
  policy,
  quote,
  registered,
  START_NS,
  UNPRIVILEGED,
} from '../../testing/sample-owner.ts';
import { SUBMISSION_RULES } from './submission-rules.ts';

/** An order, and what is different about the world in which it is submitted. */
interface Attempt {
  readonly order?: Partial<SubmitOrder>;
  readonly as?: Principal;
  readonly facts?: readonly Fact[];
  /** Orders that were submitted before. */
  readonly before?: number;
}

const as = (userId: number): Attempt => ({ as: { orgId: 1, userId } });
const states = (order: Partial<SubmitOrder>): Attempt => ({ order });
const knows = (...facts: readonly Fact[]): Attempt => ({ facts });
const trusted = (of: object, approved?: object | null): Attempt => knows(registered('credentials', of, approved));
/** Of an account, or an instrument, that differs from the usual ones. */
const forAccount = (of: object = {}): Attempt => ({
  order: { accountId: 9 },
  ...knows(registered('accounts', { accountId: 9, displayName: 'nine', ...of })),
});
const forInstrument = (of: object = {}): Attempt => ({ order: { instrumentId: 9 }, ...knows(instrument(of)) });
/** At the market, with this quote. */
const quoted = (bid: string, ask: string, ageNs = 0n, side: 'BUY' | 'SELL' = 'BUY'): Attempt => ({
  order: { instrumentId: 9, price: null, side },
  ...knows(instrument(), quote(9, bid, ask, START_NS - ageNs)),
});
/** Under caps of the instrument's policy, and of the default. */
const capped = (of: object, order: Partial<SubmitOrder> = {}, byDefault: object = {}): Attempt => ({
  order,
  ...knows(policy(of), policy({ instrumentId: null, ...byDefault })),
});
const openOrders = (maxOpenOrders: number, byDefault: number): Attempt =>
  capped({ maxOpenOrders }, {}, { maxOpenOrders: byDefault });
const ordersPerMinute = (maxOrdersPerMinute: number, byDefault: number | null): Attempt =>
  capped({ maxOrdersPerMinute }, {}, { maxOrdersPerMinute: byDefault });
const third = (attempt: Attempt): Attempt => ({ ...attempt, before: 2 });

const PROPOSED = { status: 'PROPOSED' };
const AMENDED = { pendingTransition: 'AMEND' };
const NO_TRADE = { canTrade: false };
const FINE = '8.990000000000000001';
const QTY = { maxOrderQty: '2' };
const NOTIONAL = { maxOrderNotional: '200' };
const BELOW_ASK = { maxOrderNotional: '100.01' };
const MARKET = { price: null };

/** The refused order differs from the accepted one by one defect. The refusal: its code, and the observed and the limit value. */
// biome-ignore format: an aligned table
const TABLE: readonly [defect: string, refusal: string, refused: Attempt, accepted?: Attempt][] = [
  ['a user without the capability',           'CAPABILITY_DENIED',      as(UNPRIVILEGED.userId)],
  ["another organisation's user",             'CAPABILITY_DENIED',      as(OUTSIDER.userId)],
  ['an unknown user',                         'CAPABILITY_DENIED',      as(77)],
  ['the platform in the name of a user',      'CAPABILITY_DENIED',      as(0)],
  ['an unknown instrument',                   'INSTRUMENT_NOT_LIVE',    states({ instrumentId: 77 })],
  ['a halted instrument',                     'INSTRUMENT_NOT_LIVE',    forInstrument({ status: 'HALTED' }),           forInstrument()],
  ['an unknown account',                      'ACCOUNT_NOT_ACTIVE',     states({ accountId: 77 })],
  ["another organisation's account",          'ACCOUNT_NOT_ACTIVE',     states({ accountId: 2 })],
  ['a DISCOVERED account',                    'ACCOUNT_NOT_ACTIVE',     forAccount({ status: 'DISCOVERED' }),          forAccount()],
  ['a SUSPENDED account',                     'ACCOUNT_NOT_ACTIVE',     forAccount({ status: 'SUSPENDED' }),           forAccount()],
  ['a RETIRED account',                       'ACCOUNT_NOT_ACTIVE',     forAccount({ status: 'RETIRED' }),             forAccount()],
  ['an account without a credential',         'CREDENTIAL_UNAVAILABLE', forAccount({ credentialId: null }),            forAccount()],
  ['an account of an unknown credential',     'CREDENTIAL_NOT_ACTIVE',  forAccount({ credentialId: 77 }),              forAccount()],
  ['a SUSPENDED credential',                  'CREDENTIAL_NOT_ACTIVE',  trusted({ status: 'SUSPENDED' })],
  ['a REVOKED credential',                    'CREDENTIAL_NOT_ACTIVE',  trusted({ status: 'REVOKED' })],
  ['a credential that is not approved',       'CREDENTIAL_NOT_ACTIVE',  trusted(PROPOSED, null),                       trusted(PROPOSED, { status: 'ACTIVE' })],
  ['a credential that may not trade',         'CREDENTIAL_UNAVAILABLE', trusted(NO_TRADE),                             trusted({ canReadBalances: false })],
  ['a permission whose approval is pending',  'CREDENTIAL_UNAVAILABLE', trusted(AMENDED, NO_TRADE),       trusted({ ...AMENDED, ...NO_TRADE }, { canTrade: true })],
  ['no quantity',                             'INVALID_FIELD',          states({ qty: null })],
  ['a quantity of zero',                      'INVALID_FIELD',          states({ qty: '0.00' })],
  ['a negative quantity',                     'INVALID_FIELD -1',       states({ qty: '-1' })],
  ['a negative price',                        'INVALID_FIELD -100',     states({ price: '-100' })],
  ['an instrument without a tick',            'INVALID_FIELD',          forInstrument({ tick: null }),                 forInstrument()],
  ['an instrument without a step',            'INVALID_FIELD',          forInstrument({ step: null }),                 forInstrument()],
  ['a price past 64 bits at its scale',       'INVALID_FIELD 92233720368.55',   states({ price: '92233720368.55' }),   states({ price: '92233720368.54' })],
  ['a quantity past 64 bits at its scale',    'INVALID_FIELD 92233720368.5478', states({ qty: '92233720368.5478' }),   states({ qty: '92233720368.5477' })],
  ['a price finer than the tick',             'TICK_SIZE_VIOLATION 99.995 0.01',   states({ price: '99.995' }),        states({ price: '99.99' })],
  ['a price finer than the working scale',    `TICK_SIZE_VIOLATION ${FINE} 0.01`,  states({ price: FINE }),            states({ price: '8.990000000000000000' })],
  ['a quantity finer than the step',          'QTY_STEP_VIOLATION 1.00005 0.0001', states({ qty: '1.00005' }),         states({ qty: '1.0001' })],
  ['no price and no quote',                   'NO_REFERENCE_PRICE', { ...quoted('', ''), ...knows(instrument()) },     quoted('5.00', '5.02')],
  ['a quote older than five minutes',         'NO_REFERENCE_PRICE', quoted('5.00', '5.02', 5n * MINUTE_NS),            quoted('5.00', '5.02', 4n * MINUTE_NS)],
  ['an ask off the price grid',               'NO_REFERENCE_PRICE', quoted('5.01', '5.015'),                           quoted('5.01', '5.015', 0n, 'SELL')],
  ['a halted policy of the instrument',       'POLICY_HALTED', capped({ status: 'HALTED' }),                           capped({ status: 'RETIRED' })],
  ['a halted default policy',                 'POLICY_HALTED', capped({}, {}, { status: 'HALTED' }),                   capped({})],
  ['more than the cap on the quantity',       'MAX_ORDER_QTY_EXCEEDED 2.0001 2', capped(QTY, { qty: '2.0001' }),             capped(QTY, { qty: '2' })],
  ['more than the cap on the notional',       'MAX_ORDER_NOTIONAL_EXCEEDED 200.01 200', capped(NOTIONAL, { qty: '2.0001' }), capped(NOTIONAL, { qty: '2' })],
  ['a notional at the quote of its side',     'MAX_ORDER_NOTIONAL_EXCEEDED 100.02 100.01', capped(BELOW_ASK, MARKET), capped(BELOW_ASK, { ...MARKET, side: 'SELL' })],
  ['open orders past the tighter cap',        'MAX_OPEN_ORDERS_EXCEEDED 3 2', third(openOrders(2, 5)),                       third(openOrders(3, 5))],
  ['orders a minute past the tighter ceiling', 'RATE_CEILING 3 2', third(ordersPerMinute(5, 2)),                             third(ordersPerMinute(5, 3))],
  ['a ceiling of zero',                       'RATE_CEILING 1 0', ordersPerMinute(0, null),                                  ordersPerMinute(1, null)],
];

function judged({ order, as: principal, facts = [], before = 0 }: Attempt) {
  const market = new SampleMarket(...facts);
  for (let count = 0; count < before; count += 1) market.submit();
  return market.submit(order, principal);
}

describe('one defect each', () => {
  test.each<(typeof TABLE)[number]>(TABLE)('%s: %s', (_, refusal, refused, accepted = {}) => {
    const [code, observedValue = null, limitValue = null] = refusal.split(' ');
    const message = expect.stringMatching(/^[^\n]+$/);
    expect(judged(refused).refused).toEqual({ code, observedValue, limitValue, message });
    expect(judged(accepted).refused).toBeUndefined();
  });

  test('every rule has its row, and every reason of a refused submission is published', () => {
    const reasons = SUBMISSION_RULES.map(({ reason }) => reason);
    expect(new Set(reasons)).toEqual(new Set(TABLE.map(([, refusal]) => refusal.split(' ')[0])));
    for (const reason of reasons) {
      expect(REJECTION_REASONS).toContain(reason);
      expect(REFUSALS).toHaveProperty(reason);
    }
  });
});

test.each(['PENDING_ACTIVATION', 'SUSPENDED', 'RETIRED'] as const)(
  'an order of an organisation that is %s meanwhile is ORG_NOT_ACTIVE, before any other refusal',
  (status) => {
    const market = new SampleMarket(registered('orgs', { status }));
    expect(market.submit().refused?.code).toBe('ORG_NOT_ACTIVE');
    expect(market.submit({ instrumentId: 77 }, UNPRIVILEGED).refused?.code).toBe('ORG_NOT_ACTIVE');
    expect(market.know(registered('orgs')).submit().refused).toBeUndefined();
  },
);

describe('the order of the rules', () => {
  // Each submission has one more defect than the next: the first rule in the table answers.
  const defects: readonly [string, Partial<SubmitOrder>][] = [
    ['INSTRUMENT_NOT_LIVE', { instrumentId: 77 }],
    ['ACCOUNT_NOT_ACTIVE', { accountId: 77 }],
    ['INVALID_FIELD', { qty: null }],
    ['TICK_SIZE_VIOLATION', { price: '99.995' }],
    ['QTY_STEP_VIOLATION', { qty: '1.00005' }],
  ];

  test.each(defects.map(([code], index) => [code, index] as const))('%s before the rules below it', (code, index) => {
    const submit = Object.assign(
      {},
      ...defects
        .slice(index)
        .map(([, defect]) => defect)
        .toReversed(),
    );
    expect(new SampleMarket().submit(submit).refused?.code).toBe(code);
    expect(new SampleMarket().submit(submit, UNPRIVILEGED).refused?.code).toBe('CAPABILITY_DENIED');
  });

  test('a foreign account and a missing one cannot be distinguished', () => {
    const answer = (accountId: number) =>
      JSON.stringify(new SampleMarket().submit({ accountId })).replaceAll(String(accountId), 'N');
    expect(answer(2)).toBe(answer(77));
  });
});

describe("an instance's order", () => {
  const FIVE = { algoInstanceId: 5 };
  const BY_FIVE = { orgId: 1, userId: 0 };
  const instance = (of: Partial<AlgoInstanceRow> = {}): Fact => {
    const versions = { algoVersionId: 1, pool: 'pool-a', configSeq: 1, appliedConfigSeq: 1 };
    const users = { createdByUserId: 1, startedByUserId: 5, lastUpdatedByUserId: 5 };
    const times = { createdAtNs: '1', updatedAtNs: '1' };
    const state = { displayName: 'five', remark: null, status: 'STARTED', lastCause: 'STARTED' } as const;
    const row = { instanceId: 5, orgId: 1, ...versions, ...users, ...times, ...state, ...of };
    return { kind: 'AlgoInstanceRecorded', instance: row };
  };
  /** The user who started it may not trade otherwise. */
  const starter = (of: object = {}): Fact =>
    registered('users', { userId: 5, subject: 'starter', capabilities: ['algos:manage'], ...of });
  const running = (...further: readonly Fact[]) => new SampleMarket(starter(), instance(), ...further);

  test('names the instance and no user', () => {
    expect(orderOf(running().submit(FIVE, BY_FIVE))).toMatchObject({ ...FIVE, userId: 0, status: 'OPEN' });
  });

  test.each<[string, ...Fact[]]>([
    ['another organisation holds', instance({ orgId: 2, startedByUserId: 9 }), starter({ userId: 9, orgId: 2 })],
    ['is stopped', instance({ status: 'STOPPED' })],
    ['is deleted', instance({ status: 'DELETED' })],
    ['no user started', instance({ startedByUserId: null })],
    ['was started by a user who no longer may', starter({ capabilities: ['orders:trade'] })],
    ['was started by a user who is disabled', starter({ status: 'DISABLED' })],
    ['was started by a user of another organisation', starter({ orgId: 2 })],
  ])('of an instance that %s is CAPABILITY_DENIED', (_, ...facts) => {
    const market = running(...facts);
    expect(market.submit(FIVE, BY_FIVE).refused?.code).toBe('CAPABILITY_DENIED');
    expect(market.submit({ algoInstanceId: 6 }, BY_FIVE).refused?.code).toBe('CAPABILITY_DENIED');
    expect(market.know(starter(), instance()).submit(FIVE, BY_FIVE).refused).toBeUndefined();
  });

  test('follows every other rule like a person’s', () => {
    const market = running(policy({ maxOrderQty: '2', maxOrdersPerMinute: 1 }));
    const codes = [{ accountId: 2 }, { qty: '3' }, {}, {}].map(
      (of) => market.submit({ ...FIVE, ...of }, BY_FIVE).refused?.code,
    );
    expect(codes).toEqual(['ACCOUNT_NOT_ACTIVE', 'MAX_ORDER_QTY_EXCEEDED', undefined, 'RATE_CEILING']);
  });

  test('is cancelled by a person of the organisation with orders:trade, and by no other', () => {
    const market = running();
    const { orderId } = orderOf(market.submit(FIVE, BY_FIVE));
    expect(market.cancel(orderId, { orgId: 1, userId: 5 }).refused?.code).toBe('CAPABILITY_DENIED');
    expect(market.cancel(orderId, OUTSIDER).refused?.code).toBe('NOT_FOUND');
    expect(orderOf(market.cancel(orderId, OTHER_USER))).toMatchObject({ status: 'CANCELLED', ...FIVE, userId: 0 });
  });
});
