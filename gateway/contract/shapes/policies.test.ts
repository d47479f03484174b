import { describe, expect, test } from 'vitest';
import { contractDocument } from '../../documents/openapi.ts';
import { MONEY_MAX_LENGTH, MONEY_PATTERN } from '../decimal.ts';
import { gatesAt, NEWEST } from '../versions.ts';
import { SHAPES } from './shapes.ts';

/** What each body's amounts are amounts of, and a body that states none of them. */
const BODIES = {
  AssetPolicy: {
    reference: 'assetId',
    amounts: ['maxTicketAmount', 'approvalThresholdAmount', 'reconciliationToleranceAmount'],
    without: {},
  },
  ChainPolicy: {
    reference: 'assetId',
    amounts: ['minTransferAmount', 'maxTransferAmount'],
    without: { chain: 'BITCOIN' },
  },
  TradingPolicy: {
    reference: 'instrumentId',
    amounts: ['maxOrderQty', 'maxOrderNotional'],
    without: { maxOpenOrders: 3, maxOrdersPerMinute: 4 },
  },
} as const;

const CASES = (Object.keys(BODIES) as (keyof typeof BODIES)[]).flatMap((family) =>
  (['Create', 'Restate'] as const).flatMap((way) =>
    BODIES[family].amounts.map((amount) => [`${way}${family}Body`, amount, BODIES[family]] as const),
  ),
);

describe.each(CASES)('%s: %s', (shape, amount, { reference, without }) => {
  const taken = (body: object) => SHAPES[shape].safeParse({ ...without, ...body });

  test.each([
    ['absent', {}],
    ['null', { [reference]: null }],
    ['0', { [reference]: 0 }],
  ])(`beside ${reference} %s is refused for it, and beside 1 taken`, (_, unset) => {
    const refused = taken({ ...unset, [amount]: '0.01' });
    expect(refused.error?.issues).toMatchObject([{ path: [amount], message: expect.stringContaining(reference) }]);
    expect(taken({ [reference]: 1, [amount]: '0.01' }).success).toBe(true);
  });

  test.each(['0', '-0', '0.00', '000', null])('of %j is unset, so it may stand beside none', (unset) => {
    expect(taken({ [amount]: unset }).success).toBe(true);
    expect(taken({ [reference]: 0, [amount]: unset }).success).toBe(true);
  });

  test.each(['', '1e3', '.5', 1, '1.0000000000000000001', '9223372036854775808'])(
    'of %j is refused for itself alone, beside an asset or none',
    (malformed) => {
      expect(taken({ [reference]: 1, [amount]: malformed }).error?.issues.map(({ path }) => path)).toEqual([[amount]]);
      expect(taken({ [amount]: malformed }).success).toBe(false);
    },
  );

  test('states no scale of its own', () => {
    expect(taken({ [reference]: 1, [amount]: '1', [`${amount}Scale`]: 2 }).success).toBe(false);
  });
});

describe('the document', () => {
  const { components } = contractDocument(NEWEST, gatesAt(NEWEST)) as {
    components: { schemas: Record<string, { properties: Record<string, unknown>; additionalProperties: unknown }> };
  };
  const shapes = (Object.keys(BODIES) as (keyof typeof BODIES)[]).flatMap((family) =>
    ['', 'Create', 'Restate'].map((way) => [`${way}${family}${way && 'Body'}`, BODIES[family].amounts] as const),
  );

  test.each(shapes)('%s says the pattern and the length of each amount (SVC-10), plainly', (shape, amounts) => {
    const schema = components.schemas[shape];
    for (const amount of amounts) {
      expect(schema?.properties[amount]).toMatchObject({
        type: ['string', 'null'],
        pattern: MONEY_PATTERN.source,
        maxLength: MONEY_MAX_LENGTH,
      });
    }
    expect(schema?.additionalProperties).toBe(false);
    expect(JSON.stringify(schema)).not.toContain('allOf');
  });
});
