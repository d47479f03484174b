/**
 * The platform's protocol as data: the rows its facts carry, the facts that its owners record, and the commands that
 * a member hands to them. Everything here is plain JSON (64-bit integers and money as decimal strings), so a journal
 * is its own serialisation and two journals can be compared byte for byte.
 *
 * A fact carries the whole row as it stands after the change: applying one is replacing a row, never patching it.
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

/** What the owners record: `kind` names the row that the fact replaces. */
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
  /** `count` instances of the organisation were started, and are stopped now. */
  | { readonly kind: 'AlgosHalted'; readonly orgId: number; readonly count: number };

export type OwnerName = 'register' | 'orders' | 'algos' | 'custody';

/** Whose command it is: stamped by the member from the admitted caller, never taken from a body. */
export interface Principal {
  readonly orgId: number;
  /** 0: the platform itself. */
  readonly userId: number;
}

/** The world's own statements, and the registration of a caller at the first request. */
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
 * One command as it enters an owner's inbox. `key` with the organisation is what the sequence deduplicates by;
 * `operation` is what the key is bound to (the route and its path ids), so a use for anything else is refused.
 */
export interface Command<Body extends CommandBody = CommandBody> {
  readonly owner: OwnerName;
  readonly principal: Principal;
  readonly key: string | null;
  readonly operation: string;
  readonly body: Body;
}

/** An owner's refusal: a recorded fact, the answer to its key for good. */
export interface OwnerRefusal {
  /** A row of the refusal table that an owner may give. */
  readonly code: string;
  /** Display text. */
  readonly message: string;
  readonly observedValue: Money | null;
  readonly limitValue: Money | null;
  /** Of a stale If-Match: the version that the row has now (MATCH-04, ALG-08). */
  readonly currentVersion?: number;
}

export type Verdict =
  | { readonly facts: readonly Fact[]; readonly refused?: undefined }
  | { readonly refused: OwnerRefusal; readonly facts?: undefined };

/** One entry of the sequence: a command, where and when it was sequenced, and what its owner said. */
export interface SequencedRecord {
  /** 1 for the first; grows by 1. The value of X-Service-Global-Sequence. */
  readonly position: number;
  /** Strictly increasing with `position`. */
  readonly atNs: Ns;
  readonly command: Command;
  readonly verdict: Verdict;
}
