import { describe, expect, test } from 'vitest';
import type { Fact, RegisterCommand, RegisterTerms, Verdict } from '../../../gateway/facts.ts';
import { idOf, rowOf, SampleRegister } from '../../testing/sample-register.ts';

const FURTHER: readonly Fact[] = [
  { kind: 'AssetRecorded', asset: { assetId: 3, symbol: 'ETH', unitScale: 18 } },
  {
    kind: 'InstrumentRecorded',
    instrument: {
      instrumentId: 5,
      symbol: 'ETH-USD',
      status: 'HALTED',
      exchangeId: 1,
      baseAssetId: 3,
      quoteAssetId: 1,
      tick: '0.01',
      step: '0.01',
      workingScale: 8,
    },
  },
];

/** Asset 1 is held to 8 places, asset 3 to 18. */
const TERMS = {
  'asset-policies': {
    assetId: 1,
    maxTicketAmount: '1.5',
    approvalThresholdAmount: '2',
    reconciliationToleranceAmount: null,
  },
  'chain-policies': { assetId: 1, chain: 'BITCOIN', minTransferAmount: '0.01', maxTransferAmount: '10' },
  'trading-policies': {
    instrumentId: 5,
    maxOrderQty: '1.5',
    maxOrderNotional: '200.25',
    maxOpenOrders: 7,
    maxOrdersPerMinute: null,
  },
} as const satisfies Partial<RegisterTerms>;
type Family = keyof typeof TERMS;
const FAMILIES = Object.keys(TERMS) as Family[];

/** As a new policy, or as new terms of one in force. */
const WAYS = ['create', 'restate'] as const;
type Way = (typeof WAYS)[number];

function stated(way: Way, family: Family, over: object): Verdict {
  const sample = new SampleRegister(...FURTHER);
  const terms = { ...TERMS[family], ...over };
  if (way === 'create') return sample.send({ kind: 'create', family, terms } as RegisterCommand);
  const id = idOf(family, sample.send({ kind: 'create', family, terms: TERMS[family] } as RegisterCommand));
  sample.send({ kind: 'approve', family, id, ifMatch: null }, 'deputy');
  return sample.send({ kind: 'restate', family, id, ifMatch: null, terms } as RegisterCommand);
}

interface Row {
  readonly family: Family;
  readonly defect: string;
  readonly states: object;
  readonly corrected?: object;
  /** The member that the refusal names. */
  readonly names: string;
}

const TABLE: readonly Row[] = [
  ...(['asset-policies', 'chain-policies'] as const).map((family) => ({
    family,
    defect: 'an asset that nobody holds',
    states: { assetId: 77 },
    names: 'assetId',
  })),
  {
    family: 'trading-policies',
    defect: 'an instrument that nobody holds',
    states: { instrumentId: 77 },
    names: 'instrumentId',
  },
  ...(
    [
      ['asset-policies', ['maxTicketAmount', 'approvalThresholdAmount', 'reconciliationToleranceAmount']],
      ['chain-policies', ['minTransferAmount', 'maxTransferAmount']],
      ['trading-policies', ['maxOrderQty', 'maxOrderNotional']],
    ] as const
  ).flatMap(([family, amounts]) =>
    amounts.map((amount) => ({
      family,
      defect: `a negative ${amount}`,
      states: { [amount]: '-0.01' },
      corrected: { [amount]: '0.01' },
      names: amount,
    })),
  ),
  {
    family: 'asset-policies',
    defect: "an amount past 64 bits at the asset's scale",
    states: { maxTicketAmount: '92233720368.54775808' },
    corrected: { maxTicketAmount: '92233720368.54775807' },
    names: 'maxTicketAmount',
  },
  {
    family: 'asset-policies',
    defect: 'two amounts that do not go together',
    states: { maxTicketAmount: '92233720368', reconciliationToleranceAmount: '0.000000001' },
    corrected: { maxTicketAmount: '92233720368', reconciliationToleranceAmount: '0.00000001' },
    names: 'maxTicketAmount',
  },
  {
    family: 'chain-policies',
    defect: 'two amounts that do not go together',
    states: { maxTransferAmount: '9.3', minTransferAmount: '0.000000000000000001' },
    corrected: { maxTransferAmount: '9.2', minTransferAmount: '0.000000000000000001' },
    names: 'maxTransferAmount',
  },
];

describe.each(WAYS)('%s: one defect each', (way) => {
  test.each(TABLE)('$family, $defect: INVALID_FIELD', ({ family, states, names }) => {
    const { refused } = stated(way, family, states);
    expect(refused?.code).toBe('INVALID_FIELD');
    expect(refused?.message).toMatch(new RegExp(`^${names}: .+$`));
  });

  test.each(TABLE)('$family, $defect, corrected: recorded', ({ family, corrected = {} }) => {
    expect(stated(way, family, corrected).refused).toBeUndefined();
  });
});

describe.each(WAYS)('%s', (way) => {
  const row = <Of extends Family>(family: Of, over: object) => rowOf(family, stated(way, family, over));

  test('the amounts of one policy share one scale', () => {
    expect(row('asset-policies', {})).toMatchObject({
      maxTicketAmount: '1.50000000',
      approvalThresholdAmount: '2.00000000',
      reconciliationToleranceAmount: null,
    });
    expect(row('chain-policies', { minTransferAmount: '0.0000000001' })).toMatchObject({
      minTransferAmount: '0.0000000001',
      maxTransferAmount: '10.0000000000',
    });
    expect(row('chain-policies', { assetId: 3, maxTransferAmount: '9' })).toMatchObject({
      minTransferAmount: '0.010000000000000000',
      maxTransferAmount: '9.000000000000000000',
    });
  });

  test("a trading policy's caps each keep their own", () => {
    const caps = { maxOrderQty: '1.50', maxOrderNotional: '9223372036854775807' };
    expect(row('trading-policies', caps)).toMatchObject({ ...caps, maxOrderQty: '1.5' });
  });

  test.each(['0', '-0', '0.00', null])('an amount of %j is unset', (unset) => {
    const asset = row('asset-policies', { maxTicketAmount: unset, approvalThresholdAmount: unset });
    expect([asset.maxTicketAmount, asset.approvalThresholdAmount]).toEqual([null, null]);
    expect(row('chain-policies', { minTransferAmount: unset }).minTransferAmount).toBeNull();
    expect(row('trading-policies', { maxOrderQty: unset }).maxOrderQty).toBeNull();
  });

  test('an organisation-wide row has no amounts', () => {
    const none = { maxTicketAmount: null, approvalThresholdAmount: null };
    expect(row('asset-policies', { assetId: null, ...none }).assetId).toBeNull();
    expect(
      row('chain-policies', { assetId: null, minTransferAmount: null, maxTransferAmount: null }).assetId,
    ).toBeNull();
    const uncapped = { instrumentId: null, maxOrderQty: null, maxOrderNotional: null };
    expect(row('trading-policies', uncapped)).toMatchObject({ instrumentId: null, maxOpenOrders: 7 });
  });
});

test.each(FAMILIES)('%s: a refusal by the state comes before one of the terms', (family) => {
  const sample = new SampleRegister(...FURTHER);
  const id = idOf(family, sample.send({ kind: 'create', family, terms: TERMS[family] } as RegisterCommand));
  sample.send({ kind: 'withdraw', family, id, ifMatch: null });
  const terms = { ...TERMS[family], assetId: 77, instrumentId: 77 };
  const restate = { kind: 'restate', family, id, ifMatch: null, terms } as unknown as RegisterCommand;
  expect(sample.send(restate).refused?.code).toBe('TRANSITION_NOT_ADMITTED');
});
