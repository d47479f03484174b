/**
 * The `fixtures` of a profile: rows that the suite may use. Each key is described here and nowhere else: `touchstone
 * init` and the JSON Schema print these descriptions. `doctor` compares each row with its description (runner/doctor/).
 */
import { z } from 'zod';

/** A positive int32. */
export const int32 = z.int().min(1).max(2_147_483_647);

const money = z.string().regex(/^-?[0-9]+(\.[0-9]+)?$/, 'must be a decimal in quotes, such as "0.01"');

const id = int32.meta({ description: 'Its id in the register.', examples: [1] });
const account = z.strictObject({
  id: id.meta({ description: 'Its accountId.', examples: [1] }),
  name: z
    .string()
    .min(1)
    .meta({ description: 'Its displayName.', examples: ['main'] }),
});
/** An id whose type the interface does not state, as the member serves it. */
const openId = z.union([int32, z.string().regex(/^[\w.~-]{1,64}$/, 'must be the id as the member serves it')]);

const algoInstance = z.strictObject({
  id: openId.meta({
    description: 'Its id, as the rows of /algos/instances state it.',
    examples: [1],
  }),
});
const holds = z
  .boolean()
  .optional()
  .meta({ description: 'true: it holds something, so balances of it must be served.', examples: [true] });

const tick = money.meta({ description: 'The price grid: prices are multiples of it.', examples: ['0.01'] });
const step = money.meta({ description: 'The quantity grid: quantities are multiples of it.', examples: ['0.0001'] });
const price = money.meta({
  description: 'A limit price on the grid at which a BUY rests: it does not cross the book.',
  examples: ['100.00'],
});
const named = {
  id: id.meta({ description: 'Its instrumentId.', examples: [1] }),
  symbol: z
    .string()
    .min(1)
    .meta({ description: 'Its symbol, as orders name it.', examples: ['BTC-USD'] }),
};
const instrument = z.strictObject({ ...named, tick: tick.optional(), step: step.optional(), price: price.optional() });
const pricedInstrument = z.strictObject({ ...named, tick, step, price });

const venueId = (description: string) => int32.optional().meta({ description, examples: [1] });

/** The schema of `fixtures`. */
export const fixturesSchema = z.strictObject({
  account: account.optional().meta({
    description:
      "An ACTIVE account of the trader's organisation with a credential that trades. Orders are placed on it.",
  }),
  discoveredAccount: z.strictObject({ id, holds }).optional().meta({
    description: "An account of the trader's organisation in DISCOVERED status: it has no displayName yet.",
  }),
  foreignAccount: account.optional().meta({
    description: "An ACTIVE account of the outsider's organisation. The admin must not see it.",
  }),
  uncredentialledAccount: account.optional().meta({
    description:
      "An account of the trader's organisation that no credential is bound to: orders are refused CREDENTIAL_UNAVAILABLE.",
  }),
  suspendedCredentialAccount: account.optional().meta({
    description:
      "An account of the trader's organisation whose credential is SUSPENDED: orders are refused CREDENTIAL_NOT_ACTIVE. No check reads it yet; doctor does.",
  }),
  balancesOnlyAccount: account.optional().meta({
    description:
      "An account of the trader's organisation whose credential has no canTrade: orders are refused CREDENTIAL_UNAVAILABLE. No check reads it yet; doctor does.",
  }),
  throttledAccount: account.optional().meta({
    description: "An ACTIVE account of the throttled principal's organisation.",
  }),
  instrument: pricedInstrument.optional().meta({
    description: 'An instrument that is open for orders. Orders are placed in it.',
  }),
  gridlessInstrument: instrument.optional().meta({
    description: 'An instrument for which the platform states neither tick nor step (ORD-09).',
  }),
  unpricedInstrument: instrument.optional().meta({
    description:
      'An instrument without a fresh quote: an order without a price is refused NO_REFERENCE_PRICE (ORD-12).',
  }),
  haltedInstrument: instrument.optional().meta({
    description: 'An instrument that is not open for orders: its owner refuses them INSTRUMENT_NOT_LIVE.',
  }),
  offGridInstrument: instrument.optional().meta({
    description:
      'An instrument quoted off its own price grid: an order without a price is refused NO_REFERENCE_PRICE (ORD-12).',
  }),
  feelessInstrument: instrument.optional().meta({
    description: 'An instrument that the venue trades for nothing, stating a fee of zero in a named asset (EXE-02).',
  }),
  finerInstrument: instrument.optional().meta({
    description:
      'An instrument that trades finer than its grids, with fees in a currency that the platform does not hold (ORD-20, EXE-03).',
  }),
  cappedInstrument: pricedInstrument.optional().meta({
    description:
      'An instrument that is open for orders, has no trading policy, and is traded by no other client. Checks of caps propose policies for it.',
  }),
  asset: z
    .strictObject({
      id: id.meta({ description: 'Its assetId.', examples: [1] }),
      unitScale: z
        .int()
        .min(0)
        .max(18)
        .optional()
        .meta({ description: 'How many decimal places its amounts have (MON-18).', examples: [8] }),
    })
    .optional()
    .meta({ description: 'An asset that the platform holds.' }),
  algoVersion: z
    .strictObject({
      id: openId.meta({ description: 'Its algoVersionId, in the type that the member serves.', examples: [1] }),
      pool: z
        .string()
        .min(1)
        .meta({ description: 'The engine pool that has loaded it.', examples: ['pool-a'] }),
      document: z
        .string()
        .optional()
        .meta({ description: 'JSONC text of a configuration that it takes; `{}` where absent.', examples: ['{}'] }),
    })
    .optional()
    .meta({
      description:
        'An algo version that an engine pool has loaded. Instances are started, so what it trades must rest.',
    }),
  namingDocument: z
    .strictObject({
      text: z
        .string()
        .min(1)
        .meta({ description: 'The JSONC text.', examples: ['{"account":"main","instrument":"BTC-USD"}'] }),
    })
    .optional()
    .meta({
      description:
        'A configuration that algoVersion takes. It names the fixtures account and instrument where it refers to them (ALG-13).',
    }),
  algoInstance: algoInstance
    .optional()
    .meta({ description: "An algo instance of the admin's organisation that stays." }),
  foreignAlgoInstance: algoInstance.optional().meta({
    description: "An algo instance of the outsider's organisation. The admin must not see it.",
  }),
  deletedAlgoInstance: algoInstance.optional().meta({
    description: "An algo instance of the admin's organisation in DELETED status. No check reads it yet; doctor does.",
  }),
  venues: z
    .strictObject({
      a: venueId('A venue of family A: its keys have key, secret and passphrase.'),
      b: venueId('A venue of family B: its keys have a key name and a private key.'),
      unscoped: venueId('A venue of family B at which a key cannot read its own scopes.'),
      unsupported: venueId('A venue that the platform has no connector for.'),
    })
    .optional()
    .meta({ description: 'Venues by their exchangeId, for the checks of credentials.' }),
  order: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({
      description: 'Members that every order of the suite has as well. The same as bodies of POST /orders.',
      examples: [{ tif: 'GTC' }],
    }),
});

export type Fixtures = z.infer<typeof fixturesSchema>;
export type FixtureName = Exclude<keyof Fixtures, 'order'>;

/** The names of the fixtures that are rows. */
export const FIXTURE_NAMES = Object.keys(fixturesSchema.shape).filter(
  (name) => name !== 'order',
) as readonly FixtureName[];
