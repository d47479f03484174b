/** The versions that engine pools have loaded, each with the JSON Schema of its documents. */
import type { AlgoManifest, AlgoVersionRow } from '../../gateway/facts.ts';

/** The part of JSON Schema that is used here. */
interface DocumentSchema {
  readonly type: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  readonly description?: string;
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly required?: readonly string[];
  /** Members that are required if another one is stated. */
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly additionalProperties?: false;
  readonly items?: DocumentSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The engine's default if nothing is stated. */
  readonly default?: number;
  /** For an integer: it is the id of such a row, and a user may write the row's name instead (ALG-13). */
  readonly 'x-service-reference'?: 'account' | 'instrument';
}

/** The algos that the engine can run, by the manifest's name (`engine/plans.ts`). */
export const ALGO_NAMES = { quoter: 'quoter', basket: 'basket' } as const;

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

const account: DocumentSchema = {
  type: 'integer',
  minimum: 1,
  'x-service-reference': 'account',
  description: 'The account that the orders are for: its id, or its display name.',
};
const instrument: DocumentSchema = {
  type: 'integer',
  minimum: 1,
  'x-service-reference': 'instrument',
  description: 'What is traded: its id, or its symbol.',
};
const side: DocumentSchema = { type: 'string', enum: ['BUY', 'SELL'] };
/** Narrower than the money of orders, so that the order of every valid document can be parsed. */
const decimal: DocumentSchema = { type: 'string', pattern: '^[0-9]{1,9}(\\.[0-9]{1,9})?$' };
const price: DocumentSchema = { ...decimal, description: 'Absent: each order is priced from the quote.' };
const orders: DocumentSchema = {
  type: 'integer',
  minimum: 1,
  maximum: 1000,
  default: 1,
  description: 'How many times it trades after each start, the first time at once.',
};
const everyMs: DocumentSchema = {
  type: 'integer',
  minimum: 10,
  maximum: 3_600_000,
  default: 1000,
  description: 'Between two times.',
};

const object = (
  properties: Readonly<Record<string, DocumentSchema>>,
  required: readonly string[],
  description: string,
): DocumentSchema => ({ type: 'object', properties, required, additionalProperties: false, description });

const TRADED = ['account', 'instrument', 'side', 'qty'] as const;

/** All members of an order, or none: a quoter without an order runs and places none. */
const WHOLE_OR_NONE = Object.fromEntries(
  [...TRADED, 'price'].map((name) => [name, TRADED.filter((other) => other !== name)]),
);

const QUOTER: DocumentSchema = {
  ...object({ account, instrument, side, price, qty: decimal, orders, everyMs }, [], 'One order after another.'),
  dependentRequired: WHOLE_OR_NONE,
};

const QUOTER_WITH_LABEL: DocumentSchema = {
  ...QUOTER,
  properties: {
    ...QUOTER.properties,
    label: { type: 'string', pattern: '^.{0,64}$', description: 'For people alone.' },
  },
  description: 'One order after another, under a label.',
};

const LEG = object({ account, instrument, side, price, qty: decimal }, TRADED, 'One order of each time.');

const BASKET = object(
  {
    legs: { type: 'array', items: LEG, minItems: 1, maxItems: 10 },
    schedule: object({ orders, everyMs }, [], 'How often.'),
    watch: { type: 'array', items: instrument, maxItems: 20, description: 'Looked at, not traded.' },
    hedge: object({ account, enabled: { type: 'boolean' } }, ['account'], 'Where a hedge would go.'),
  },
  ['legs'],
  'Several orders at a time.',
);

const loaded = (
  algoVersionId: number,
  manifest: AlgoManifest,
  title: string,
  schema: DocumentSchema,
  pools: readonly string[],
): readonly AlgoVersionRow[] =>
  pools.map((pool) => ({ algoVersionId, pool, manifest, documentSchema: { $schema: DIALECT, title, ...schema } }));

const quoter = (version: string): AlgoManifest => ({
  name: ALGO_NAMES.quoter,
  version,
  description: 'Places orders of one instrument, one after another.',
});
const basket = (version: string): AlgoManifest => ({
  name: ALGO_NAMES.basket,
  version,
  description: 'Places several orders at a time, each of its own instrument.',
});

/** By pool, each version once: an id means the same version in every pool that has loaded it. */
export const ALGO_VERSIONS: readonly AlgoVersionRow[] = [
  ...loaded(1, quoter('1.0.0'), 'quoter 1.0.0', QUOTER, ['pool-a']),
  ...loaded(2, quoter('1.1.0'), 'quoter 1.1.0', QUOTER_WITH_LABEL, ['pool-a', 'pool-b']),
  ...loaded(3, basket('0.9.0'), 'basket 0.9.0', BASKET, ['pool-b']),
  ...loaded(4, basket('1.0.0'), 'basket 1.0.0', BASKET, ['pool-a', 'pool-b']),
];
