import type { Gates, Version } from './contract/versions.ts';
import type { Clock, PlatformPort } from './platform-port.ts';
import type { AppliedState } from './state/applied-state.ts';
import type { CursorCodec } from './state/cursor.ts';
import type { KeyJournal } from './state/key-journal.ts';
import type { TokenVerifier } from './token-verifier.ts';

/** Bounds and deadlines of one member; a deployed member's own are not published. */
export interface MemberLimits {
  /** A write that is not answered by then is a 202 (IDEM-11). */
  readonly syncDeadlineMs: number;
  /** A key that cannot be looked up by then is NOT_SERVING (IDEM-14). */
  readonly writeDeadlineMs: number;
  /** How long a key's answer is kept (IDEM-09). */
  readonly keyRetentionMs: number;
  /** Writes of this member that the platform has not answered yet (IN_FLIGHT_FULL). */
  readonly inFlightWrites: number;
}

export const DEFAULT_LIMITS: MemberLimits = {
  syncDeadlineMs: 2_000,
  writeDeadlineMs: 1_000,
  keyRetentionMs: 24 * 60 * 60 * 1_000,
  inFlightWrites: 256,
};

/** What a member is deployed with. Read at each request: a sandbox may change it under way. */
export interface Surfaces {
  readonly algos: boolean;
  readonly balances: boolean;
  /** false: it stores no credentials. */
  readonly intake: boolean;
  /** It serves reads and takes no writes. */
  readonly replica: boolean;
}

export const EVERY_SURFACE: Surfaces = { algos: true, balances: true, intake: true, replica: false };

/** What a member is made of, for its stages and routes. */
export interface Services {
  readonly version: Version;
  readonly gates: Gates;
  readonly limits: MemberLimits;
  readonly surfaces: Surfaces;
  readonly clock: Clock;
  readonly port: PlatformPort;
  readonly state: AppliedState;
  readonly journal: KeyJournal;
  readonly cursors: CursorCodec;
  readonly verifier: TokenVerifier;
  readonly requestIds: () => string;
  /** The document that GET /openapi.json serves; made on first use. */
  readonly contract: () => Promise<string>;
}
