import { describe, expect, test } from 'vitest';
import { REJECTION_REASONS } from '../../../gateway/contract/reasons.ts';
import { REFUSALS } from '../../../gateway/contract/refusals.ts';
import type { AccountRow, Fact, InstrumentRow, SubmitOrder } from '../../../gateway/facts.ts';
import {
  credential,
  INSTRUMENT,
  organisation,
  policy,
  REGISTER,
  SampleMarket,
  START_NS,
} from '../../testing/sample-market.ts';
import { SUBMISSION_RULES } from './submission-rules.ts';

const MINUTE_NS = 60_000_000_000n;

const account = (of: Partial<AccountRow>): Fact => ({
  kind: 'RegisterRecorded',
  family: 'accounts',
  row: {
    version: 1,
    accountId: 9,
    orgId: 1,
    portfolioId: null,
    displayName: 'nine',
    status: 'ACTIVE',
    exchangeId: 1,
    credentialId: 1,
    ...of,
  },
});
const instrument = (of: Partial<InstrumentRow>): Fact => ({
  kind: 'InstrumentRecorded',
  instrument: { ...INSTRUMENT, instrumentId: 9, symbol: 'NINE-USD', ...of },
});
const quote = (bid: string, ask: string, venueTsNs = START_NS): Fact => ({
  kind: 'QuoteRecorded',
  quote: { instrumentId: 9, bid, ask, venueTsNs: venueTsNs.toString() },
});

interface Row {
  readonly defect: string;
  readonly refused: { readonly code: string; readonly observedValue?: string; readonly limitValue?: string };
  /** The single defect; without it the submission is accepted. */
  readonly submit?: Partial<SubmitOrder>;
  readonly corrected?: Partial<SubmitOrder>;
  readonly as?: { readonly orgId: number; readonly userId: number };
  readonly facts?: readonly Fact[];
  readonly correctedFacts?: readonly Fact[];
  readonly submittedBefore?: number;
}

const TABLE: readonly Row[] = [
  { defect: 'a user without the capability', as: { orgId: 1, userId: 2 }, refused: { code: 'CAPABILITY_DENIED' } },
  { defect: "another organisation's user", as: { orgId: 1, userId: 3 }, refused: { code: 'CAPABILITY_DENIED' } },
  { defect: 'a user that nobody is', as: { orgId: 1, userId: 77 }, refused: { code: 'CAPABILITY_DENIED' } },
  { defect: 'an instrument that nobody holds', submit: { instrumentId: 77 }, refused: { code: 'INSTRUMENT_NOT_LIVE' } },
  {
    defect: 'a halted instrument',
    submit: { instrumentId: 9 },
    corrected: { instrumentId: 9 },
    facts: [instrument({ status: 'HALTED' })],
    correctedFacts: [instrument({})],
    refused: { code: 'INSTRUMENT_NOT_LIVE' },
  },
  { defect: 'an account that nobody holds', submit: { accountId: 77 }, refused: { code: 'ACCOUNT_NOT_ACTIVE' } },
  { defect: "another organisation's account", submit: { accountId: 2 }, refused: { code: 'ACCOUNT_NOT_ACTIVE' } },
  ...(['DISCOVERED', 'SUSPENDED', 'RETIRED'] as const).map((status) => ({
    defect: `a ${status} account`,
    submit: { accountId: 9 },
    corrected: { accountId: 9 },
    facts: [account({ status })],
    correctedFacts: [account({})],
    refused: { code: 'ACCOUNT_NOT_ACTIVE' },
  })),
  {
    defect: 'an account without a credential',
    submit: { accountId: 9 },
    corrected: { accountId: 9 },
    facts: [account({ credentialId: null })],
    correctedFacts: [account({})],
    refused: { code: 'CREDENTIAL_UNAVAILABLE' },
  },
  ...(['SUSPENDED', 'REVOKED'] as const).map((status) => ({
    defect: `a ${status} credential`,
    facts: [credential({ status })],
    correctedFacts: [credential({})],
    refused: { code: 'CREDENTIAL_NOT_ACTIVE' },
  })),
  {
    defect: 'a credential of which nothing is approved',
    facts: [credential({ status: 'PROPOSED' }, null)],
    correctedFacts: [credential({ status: 'PROPOSED' }, {})],
    refused: { code: 'CREDENTIAL_NOT_ACTIVE' },
  },
  {
    defect: 'a credential that nobody holds',
    submit: { accountId: 9 },
    corrected: { accountId: 9 },
    facts: [account({ credentialId: 77 })],
    correctedFacts: [account({})],
    refused: { code: 'CREDENTIAL_NOT_ACTIVE' },
  },
  {
    defect: 'a credential that may not trade',
    facts: [credential({ canTrade: false })],
    correctedFacts: [credential({ canTrade: true, canReadBalances: false })],
    refused: { code: 'CREDENTIAL_UNAVAILABLE' },
  },
  {
    defect: 'a credential that may not trade until its amendment is approved',
    facts: [credential({ pendingTransition: 'AMEND' }, { canTrade: false })],
    correctedFacts: [credential({ pendingTransition: 'AMEND', canTrade: false }, {})],
    refused: { code: 'CREDENTIAL_UNAVAILABLE' },
  },
  { defect: 'no quantity', submit: { qty: null }, refused: { code: 'INVALID_FIELD' } },
  { defect: 'a quantity of zero', submit: { qty: '0.00' }, refused: { code: 'INVALID_FIELD' } },
  { defect: 'a negative quantity', submit: { qty: '-1' }, refused: { code: 'INVALID_FIELD', observedValue: '-1' } },
  { defect: 'a negative price', submit: { price: '-100' }, refused: { code: 'INVALID_FIELD', observedValue: '-100' } },
  {
    defect: 'no tick stated',
    submit: { instrumentId: 9 },
    corrected: { instrumentId: 9 },
    facts: [instrument({ tick: null })],
    correctedFacts: [instrument({})],
    refused: { code: 'INVALID_FIELD' },
  },
  {
    defect: 'no step stated',
    submit: { instrumentId: 9 },
    corrected: { instrumentId: 9 },
    facts: [instrument({ step: null })],
    correctedFacts: [instrument({})],
    refused: { code: 'INVALID_FIELD' },
  },
  {
    defect: 'a price past 64 bits at the working scale',
    submit: { price: '92233720368.55' },
    corrected: { price: '92233720368.54' },
    refused: { code: 'INVALID_FIELD', observedValue: '92233720368.55' },
  },
  {
    defect: 'a quantity past 64 bits at the working scale',
    submit: { qty: '92233720368.5478' },
    corrected: { qty: '92233720368.5477' },
    refused: { code: 'INVALID_FIELD', observedValue: '92233720368.5478' },
  },
  {
    defect: 'a price finer than the tick',
    submit: { price: '99.995' },
    corrected: { price: '99.99' },
    refused: { code: 'TICK_SIZE_VIOLATION', observedValue: '99.995', limitValue: '0.01' },
  },
  {
    defect: 'a price finer than the working scale',
    submit: { price: '8.990000000000000001' },
    corrected: { price: '8.990000000000000000' },
    refused: { code: 'TICK_SIZE_VIOLATION', observedValue: '8.990000000000000001', limitValue: '0.01' },
  },
  {
    defect: 'a quantity finer than the step',
    submit: { qty: '1.00005' },
    corrected: { qty: '1.0001' },
    refused: { code: 'QTY_STEP_VIOLATION', observedValue: '1.00005', limitValue: '0.0001' },
  },
  {
    defect: 'no price and no quote',
    submit: { instrumentId: 9, price: null },
    corrected: { instrumentId: 9, price: null },
    facts: [instrument({})],
    correctedFacts: [instrument({}), quote('5.00', '5.02')],
    refused: { code: 'NO_REFERENCE_PRICE' },
  },
  {
    defect: 'no price and a quote older than five minutes',
    submit: { instrumentId: 9, price: null },
    corrected: { instrumentId: 9, price: null },
    facts: [instrument({}), quote('5.00', '5.02', START_NS - 5n * MINUTE_NS)],
    correctedFacts: [instrument({}), quote('5.00', '5.02', START_NS - 4n * MINUTE_NS)],
    refused: { code: 'NO_REFERENCE_PRICE' },
  },
  {
    defect: 'no price and an ask off the price grid',
    submit: { instrumentId: 9, price: null },
    corrected: { instrumentId: 9, price: null, side: 'SELL' },
    facts: [instrument({}), quote('5.01', '5.015')],
    refused: { code: 'NO_REFERENCE_PRICE' },
  },
  {
    defect: 'a halted governing policy',
    facts: [policy({ status: 'HALTED' })],
    correctedFacts: [policy({ status: 'RETIRED' })],
    refused: { code: 'POLICY_HALTED' },
  },
  {
    defect: 'a halted default policy beside a governing one in force',
    facts: [policy({}), policy({ instrumentId: null, status: 'HALTED' })],
    correctedFacts: [policy({}), policy({ instrumentId: null })],
    refused: { code: 'POLICY_HALTED' },
  },
  {
    defect: 'more than the governing cap on quantity',
    submit: { qty: '2.0001' },
    corrected: { qty: '2' },
    facts: [policy({ maxOrderQty: '2' })],
    refused: { code: 'MAX_ORDER_QTY_EXCEEDED', observedValue: '2.0001', limitValue: '2' },
  },
  {
    defect: 'more than the cap on the notional',
    submit: { qty: '2.0001' },
    corrected: { qty: '2' },
    facts: [policy({ maxOrderNotional: '200' })],
    refused: { code: 'MAX_ORDER_NOTIONAL_EXCEEDED', observedValue: '200.01', limitValue: '200' },
  },
  {
    defect: 'more than the cap on the notional, priced from the quote that it would trade at',
    submit: { price: null, side: 'BUY' },
    corrected: { price: null, side: 'SELL' },
    facts: [policy({ maxOrderNotional: '100.01' })],
    refused: { code: 'MAX_ORDER_NOTIONAL_EXCEEDED', observedValue: '100.02', limitValue: '100.01' },
  },
  {
    defect: "more open orders than the governing row's cap, the default's being wider",
    facts: [policy({ maxOpenOrders: 2 }), policy({ instrumentId: null, maxOpenOrders: 5 })],
    correctedFacts: [policy({ maxOpenOrders: 3 }), policy({ instrumentId: null, maxOpenOrders: 5 })],
    submittedBefore: 2,
    refused: { code: 'MAX_OPEN_ORDERS_EXCEEDED', observedValue: '3', limitValue: '2' },
  },
  {
    defect: "more a minute than the default's ceiling, the governing row's being wider",
    facts: [policy({ maxOrdersPerMinute: 5 }), policy({ instrumentId: null, maxOrdersPerMinute: 2 })],
    correctedFacts: [policy({ maxOrdersPerMinute: 5 }), policy({ instrumentId: null, maxOrdersPerMinute: 3 })],
    submittedBefore: 2,
    refused: { code: 'RATE_CEILING', observedValue: '3', limitValue: '2' },
  },
  {
    defect: 'a ceiling of none',
    facts: [policy({ maxOrdersPerMinute: 0 })],
    correctedFacts: [policy({ maxOrdersPerMinute: 1 })],
    refused: { code: 'RATE_CEILING', observedValue: '1', limitValue: '0' },
  },
];

function judged(row: Row, corrected: boolean) {
  const market = new SampleMarket([...REGISTER, ...((corrected ? row.correctedFacts : undefined) ?? row.facts ?? [])]);
  for (let count = 0; count < (row.submittedBefore ?? 0); count += 1) market.submit();
  if (corrected) return market.submit(row.corrected ?? {});
  return market.submit(row.submit ?? {}, row.as);
}

describe('one defect each', () => {
  test.each(TABLE)('$defect: $refused.code', (row) => {
    expect(judged(row, false).refused).toEqual({
      observedValue: null,
      limitValue: null,
      ...row.refused,
      message: expect.stringMatching(/^[^\n]+$/),
    });
  });

  test.each(TABLE)('$defect, corrected: accepted', (row) => {
    expect(judged(row, true).refused).toBeUndefined();
  });

  test('every rule has its row, and every reason of a refused submission is published', () => {
    const met = new Set(TABLE.map(({ refused }) => refused.code));
    expect(new Set(SUBMISSION_RULES.map(({ reason }) => reason))).toEqual(met);
    for (const { reason } of SUBMISSION_RULES) {
      expect(REJECTION_REASONS).toContain(reason);
      expect(REFUSALS).toHaveProperty(reason);
    }
  });
});

test.each(['PENDING_ACTIVATION', 'SUSPENDED', 'RETIRED'] as const)(
  'an order of an organisation that is %s meanwhile is ORG_NOT_ACTIVE, before any other refusal',
  (status) => {
    const market = new SampleMarket([...REGISTER, organisation(1, status)]);
    expect(market.submit().refused?.code).toBe('ORG_NOT_ACTIVE');
    expect(market.submit({ instrumentId: 77 }, { orgId: 1, userId: 2 }).refused?.code).toBe('ORG_NOT_ACTIVE');
    market.state([organisation(1)]);
    expect(market.submit().refused).toBeUndefined();
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
        .toReversed()
        .map(([, defect]) => defect),
    );
    expect(new SampleMarket().submit(submit).refused?.code).toBe(code);
    expect(new SampleMarket().submit(submit, { orgId: 1, userId: 2 }).refused?.code).toBe('CAPABILITY_DENIED');
  });

  test('a foreign account and a missing one cannot be distinguished', () => {
    const market = new SampleMarket();
    const spoken = (accountId: number) =>
      JSON.stringify(market.submit({ accountId })).replaceAll(String(accountId), 'N');
    expect(spoken(2)).toBe(spoken(77));
  });
});
