/**
 * What the suite knows of a target, as a person or the sandbox wrote it. All but `baseUrl` and one principal is
 * optional; what is absent makes the checks that need it not exercised, by name. An unknown property is refused.
 * Secrets stand here in the clear or by the name of an environment variable (`clientSecretEnv`, `tokenEnv`).
 */
import { z } from 'zod';
import type { PrincipalName } from './principals.ts';
import { PRINCIPAL_NAMES } from './principals.ts';

const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const socketUrl = z.url({ protocol: /^wss?$/, error: 'must be a ws or wss address' });
const version = z.string().regex(/^[0-9]+\.[0-9]+\.[0-9]+$/, 'must be a version such as 0.14.0');
const money = z.string().regex(/^-?[0-9]+(\.[0-9]+)?$/, 'must be a decimal in quotes, such as "0.01"');
const int32 = z.int().min(1).max(2_147_483_647);

const principalSchema = z.strictObject({
  clientId: z.string().min(1).optional(),
  clientSecret: z.string().min(1).optional(),
  clientSecretEnv: z.string().min(1).optional(),
  token: z.string().min(1).optional(),
  tokenEnv: z.string().min(1).optional(),
  /** The organisation's register key, where known. */
  org: int32.optional(),
  userId: int32.optional(),
});

const account = z.strictObject({ id: int32, name: z.string().min(1) });
const instrument = z.strictObject({
  id: int32,
  symbol: z.string().min(1),
  tick: money.optional(),
  step: money.optional(),
  /** A BUY of this price rests: it does not cross the book. */
  price: money.optional(),
});

const fixturesSchema = z.strictObject({
  account: account.optional(),
  /** In DISCOVERED status: addressed by id alone. */
  discoveredAccount: z.strictObject({ id: int32 }).optional(),
  /** An ACTIVE account of the outsider's organisation. */
  foreignAccount: account.optional(),
  /** Of the trader's organisation, bound to no credential: orders are refused CREDENTIAL_UNAVAILABLE. */
  uncredentialledAccount: account.optional(),
  /** Of the trader's organisation, its credential SUSPENDED: orders are refused CREDENTIAL_NOT_ACTIVE. */
  suspendedCredentialAccount: account.optional(),
  /** Of the trader's organisation, its credential without canTrade: orders are refused CREDENTIAL_UNAVAILABLE. */
  balancesOnlyAccount: account.optional(),
  /** An account of the throttled principal's organisation. */
  throttledAccount: account.optional(),
  instrument: z.strictObject({ ...instrument.shape, tick: money, step: money, price: money }).optional(),
  /** The platform states neither tick nor step for it (ORD-09). */
  gridlessInstrument: instrument.optional(),
  /** No fresh quote: an order without a price of its own is refused NO_REFERENCE_PRICE (ORD-12). */
  unpricedInstrument: instrument.optional(),
  /** Known, and not open for orders: INSTRUMENT_NOT_LIVE by the owner. */
  haltedInstrument: instrument.optional(),
  /** Quoted off its own price grid: an order without a price of its own is refused NO_REFERENCE_PRICE (ORD-12). */
  offGridInstrument: instrument.optional(),
  /** The venue charges nothing for it, and says so: a fee of zero in a named asset (EXE-02). */
  feelessInstrument: instrument.optional(),
  /** Traded finer than its grids, and charged in a currency that the platform does not hold (ORD-20, EXE-03). */
  finerInstrument: instrument.optional(),
  /** Open for orders, under no trading policy of its own, and nobody trades it: the checks of caps cap it for a while. */
  cappedInstrument: z.strictObject({ ...instrument.shape, tick: money, step: money, price: money }).optional(),
  /** An asset that the platform holds; `unitScale`: its own places (MON-18). */
  asset: z.strictObject({ id: int32, unitScale: z.int().min(0).max(18).optional() }).optional(),
  /**
   * A version that an engine pool has loaded. `document`: JSONC text that the version takes (`{}` where absent); instances
   * of it are started, so what it trades should rest.
   */
  algoVersion: z.strictObject({ id: int32, pool: z.string().min(1), document: z.string().optional() }).optional(),
  /** JSONC text that algoVersion takes: it names account and instrument where it refers to them, and nowhere else (ALG-13). */
  namingDocument: z.strictObject({ text: z.string().min(1) }).optional(),
  /** A standing instance of the admin's organisation. */
  algoInstance: z.strictObject({ id: int32 }).optional(),
  /** An instance of the outsider's organisation. */
  foreignAlgoInstance: z.strictObject({ id: int32 }).optional(),
  /** An instance of the admin's organisation that is DELETED. */
  deletedAlgoInstance: z.strictObject({ id: int32 }).optional(),
  /** By exchangeId: one of family A, one of family B, one of family B without a read of a key's own scope, one without a connector. */
  venues: z
    .strictObject({
      a: int32.optional(),
      b: int32.optional(),
      unscoped: int32.optional(),
      unsupported: int32.optional(),
    })
    .optional(),
  /** Further properties of every order that the suite submits (a deployed member's body may ask for more). */
  order: z.record(z.string(), z.unknown()).optional(),
});

const principals = Object.fromEntries(PRINCIPAL_NAMES.map((name) => [name, principalSchema.optional()])) as Record<
  PrincipalName,
  z.ZodOptional<typeof principalSchema>
>;

export const profileSchema = z.strictObject({
  baseUrl: url,
  sockets: z.strictObject({ trading: socketUrl.optional(), marketData: socketUrl.optional() }).optional(),
  /** The sandbox's control plane; absent for a deployed member. */
  control: url.optional(),
  /** Absent: `rest` is read from the member's own GET /openapi.json. */
  contract: z.strictObject({ rest: version.optional(), socket: version.optional() }).optional(),
  surfaces: z
    .strictObject({
      algos: z.boolean().optional(),
      balances: z.boolean().optional(),
      intake: z.boolean().optional(),
      tickets: z.boolean().optional(),
      replica: z.boolean().optional(),
    })
    .optional(),
  /** `single`: one member behind the address, so what it serves never goes back (A42) and it shows its own writes (A41). */
  members: z.enum(['single', 'several']).optional(),
  /** Also held to the decisions of the tolerance register, where `control` says that `baseUrl` is its own gateway. */
  strict: z.boolean().optional(),
  identity: z
    .strictObject({
      tokenEndpoint: url.optional(),
      audience: z.string().optional(),
      jwks: url.optional(),
      scope: z.string().optional(),
    })
    .optional(),
  principals: z.strictObject(principals),
  fixtures: fixturesSchema.optional(),
  limits: z
    .strictObject({
      requestsPerSecond: z.number().positive().optional(),
      openOrders: z.int().min(0).optional(),
      /** false: nothing is written. */
      writes: z.boolean().optional(),
      /** false: nothing is done that lasts beyond the run, such as a reset. */
      destructive: z.boolean().optional(),
      /** How long the suite waits for one answer; 10,000 where absent. */
      timeoutMs: z.int().positive().optional(),
    })
    .optional(),
});

export type Profile = z.infer<typeof profileSchema>;
export type Fixtures = z.infer<typeof fixturesSchema>;
export type FixtureName = Exclude<keyof Fixtures, 'order'>;
export type SurfaceName = keyof NonNullable<Profile['surfaces']>;

export const FIXTURE_NAMES = Object.keys(fixturesSchema.shape).filter(
  (name) => name !== 'order',
) as readonly FixtureName[];
export const SURFACE_NAMES = [
  'algos',
  'balances',
  'intake',
  'tickets',
  'replica',
] as const satisfies readonly SurfaceName[];
