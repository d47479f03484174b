import { describe, expect, test } from 'vitest';
import { contractDocument } from '../../documents/openapi.ts';
import { MONEY_MAX_LENGTH, MONEY_PATTERN } from '../decimal.ts';
import { gatesAt, NEWEST } from '../versions.ts';
import { SHAPES } from './shapes.ts';

/** The reference of each body's amounts, and a body that states no amount. */
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
  ])(`with ${reference} %s it is refused at that amount; with 1 it is accepted`, (_, unset) => {
    const refused = taken({ ...unset, [amount]: '0.01' });
    expect(refused.error?.issues).toMatchObject([{ path: [amount], message: expect.stringContaining(reference) }]);
    expect(taken({ [reference]: 1, [amount]: '0.01' }).success).toBe(true);
  });

  test.each(['0', '-0', '0.00', '000', null])('of %j is unset, so no reference is required', (unset) => {
    expect(taken({ [amount]: unset }).success).toBe(true);
    expect(taken({ [reference]: 0, [amount]: unset }).success).toBe(true);
  });

  test.each(['', '1e3', '.5', 1, '1.0000000000000000001', '9223372036854775808'])(
    'of %j is refused itself, with an asset or without',
    (malformed) => {
      expect(taken({ [reference]: 1, [amount]: malformed }).error?.issues.map(({ path }) => path)).toEqual([[amount]]);
      expect(taken({ [amount]: malformed }).success).toBe(false);
    },
  );

  test('states no scale', () => {
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

  test.each(shapes)('%s states the pattern and the length of each amount directly (SVC-10)', (shape, amounts) => {
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
