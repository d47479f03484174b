import type { Caller, Token } from '../caller.ts';
import type { Scope } from '../contract/capabilities.ts';
import type { SocketName } from '../contract/sockets.ts';
import type { Services } from '../services.ts';

/** The grant of a session as the client receives it; it does not name the caller (WSS-05). */
export interface Grant {
  /** In declared order (WSS-04). */
  readonly capabilities: readonly Scope[];
  /** Epoch nanoseconds; `"0"` means never (WSS-16). */
  readonly expiresAtNs: string;
}

/** The rules that the sessions' state machine uses: small functions, of which a known-bad member changes one. */
export interface SessionRules {
  /** @throws Refusal UNAUTHENTICATED or FORBIDDEN_PRINCIPAL */
  verify(services: Services, bearer: string, socket: SocketName): Promise<Token>;
  /** @throws Refusal NOT_PRIMED, ORG_NOT_ACTIVE, FORBIDDEN_PRINCIPAL, NOT_SERVING or AWAITING_ADMISSION */
  admit(services: Services, token: Token): Promise<Caller>;
  /** The caller by this member's current state; null if its access is revoked (WSS-14). */
  stillAdmitted(services: Services, token: Token): Caller | null;
  /** Whether a fresh token has the session's principal: organisation and subject (WSS-09). */
  isSameGrantee(held: Token, fresh: Token): boolean;
  /** Whether a subscription survives op auth (WSS-17). */
  isKept(topic: string): boolean;
  /** Whether two tokens are one credential, for which a session sends one expiry warning (T49). */
  isSameCredential(held: Token, fresh: Token): boolean;
  /**
   * When the session lapses: with its token, also if a renewal brings an earlier end (decision A94); null for never.
   */
  leaseEndNs(token: Token): bigint | null;
  /** When the client is warned of the end of the lease; a past time means now (decision A96). */
  expiringAtNs(leaseEndNs: bigint, leadMs: number): bigint;
  /** Taken from the platform's records at admission, never from the token. */
  grantOf(caller: Caller, leaseEndNs: bigint | null): Grant;
  /** Whether the grant, as given, allows orders to be placed and cancelled (WSS-15). */
  mayTrade(grant: Grant): boolean;
}
