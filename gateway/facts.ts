/**
 * The platform's protocol as data: the rows that facts carry, the facts that owners record, and the commands that a
 * member sends them. Everything here is plain JSON (64-bit integers and money as decimal strings), so a journal is its
 * own serialisation and two journals can be compared byte for byte.
 *
 * A fact carries the whole row after the change: applying a fact replaces the row and never patches it.
 */
import type {
  AlgoInstanceRow,
  AlgoVersionRow,
  ConfigDocumentRow,
  CreateInstance,
  EngineStop,
  EngineVerdict,
  HaltInstances,
  MoveInstance,
  ProposeConfig,
} from './facts/algos.ts';
import type { DiscoverAccount, ProbeReport } from './facts/credentials.ts';
import type { CustodyFact, RecordReadings } from './facts/custody.ts';
import type { AssetRow, InstrumentRow, QuoteRow } from './facts/market.ts';
import type { CancelOrder, ExecutionRow, OrderRow, SubmitOrder, VenueReport } from './facts/orders.ts';
import type { RegisterCreate, RegisterFact, RegisterMove, RegisterRestate } from './facts/register.ts';
import type { Money, Ns } from './facts/scalars.ts';

export type * from './facts/algos.ts';
export type * from './facts/credentials.ts';
export type * from './facts/custody.ts';
export type * from './facts/market.ts';
export type * from './facts/orders.ts';
export type * from './facts/policies.ts';
export type * from './facts/register.ts';
export type * from './facts/scalars.ts';

/** A fact that an owner records: `kind` names the row that it replaces. */
export type Fact =
  | { readonly kind: 'AssetRecorded'; readonly asset: AssetRow }
  | { readonly kind: 'InstrumentRecorded'; readonly instrument: InstrumentRow }
  | { readonly kind: 'QuoteRecorded'; readonly quote: QuoteRow }
  | RegisterFact
  | { readonly kind: 'OrderUpdated'; readonly order: OrderRow }
  | { readonly kind: 'ExecutionRecorded'; readonly execution: ExecutionRow }
  | CustodyFact
  | { readonly kind: 'AlgoVersionRecorded'; readonly version: AlgoVersionRow }
  | { readonly kind: 'AlgoInstanceRecorded'; readonly instance: AlgoInstanceRow }
  | { readonly kind: 'ConfigDocumentRecorded'; readonly config: ConfigDocumentRow }
  /** `count` instances of the organisation changed from started to stopped. */
  | { readonly kind: 'AlgosHalted'; readonly orgId: number; readonly count: number };

export type OwnerName = 'register' | 'orders' | 'algos' | 'custody';

/** The principal of a command: the member takes it from the admitted caller, never from a body. */
export interface Principal {
  readonly orgId: number;
  /** 0 for the platform itself. */
  readonly userId: number;
}

/** Statements by the world itself, and the registration of a caller at the first request. */
export type RegisterStatement =
  | { readonly kind: 'state'; readonly facts: readonly Fact[] }
  | { readonly kind: 'register-caller'; readonly externalOrgId: string; readonly subject: string };

export type OrdersCommand = SubmitOrder | CancelOrder | VenueReport;
export type RegisterCommand =
  | RegisterStatement
  | RegisterCreate
  | RegisterRestate
  | RegisterMove
  | ProbeReport
  | DiscoverAccount;
export type CustodyCommand = RecordReadings;
export type AlgosCommand = CreateInstance | ProposeConfig | MoveInstance | HaltInstances | EngineVerdict | EngineStop;

export type CommandBody = OrdersCommand | RegisterCommand | CustodyCommand | AlgosCommand;

/**
 * One command as it enters an owner's inbox. The sequence deduplicates by organisation and `key`. `operation` (the
 * route and its path ids) is what the key is bound to; any other use of the key is refused.
 */
export interface Command<Body extends CommandBody = CommandBody> {
  readonly owner: OwnerName;
  readonly principal: Principal;
  readonly key: string | null;
  readonly operation: string;
  readonly body: Body;
}

/** An owner's refusal: a recorded fact, and the permanent answer to its key. */
export interface OwnerRefusal {
  /** A code of the refusal table that an owner may give. */
  readonly code: string;
  /** Display text. */
  readonly message: string;
  readonly observedValue: Money | null;
  readonly limitValue: Money | null;
  /** For a stale If-Match: the row's current version (MATCH-04, ALG-08). */
  readonly currentVersion?: number;
}

export type Verdict =
  | { readonly facts: readonly Fact[]; readonly refused?: undefined }
  | { readonly refused: OwnerRefusal; readonly facts?: undefined };

/** One entry of the sequence: a command, its position and time, and the owner's result. */
export interface SequencedRecord {
  /** Starts at 1 and grows by 1. The value of X-Service-Global-Sequence. */
  readonly position: number;
  /** Strictly increasing with `position`. */
  readonly atNs: Ns;
  readonly command: Command;
  readonly verdict: Verdict;
}
