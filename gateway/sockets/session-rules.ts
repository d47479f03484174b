import type { Caller, Token } from '../caller.ts';
import type { Scope } from '../contract/capabilities.ts';
import type { SocketName } from '../contract/sockets.ts';
import type { Services } from '../services.ts';

/** What a session is granted, as it is told: nothing of it names whom (WSS-05). */
export interface Grant {
  /** In declared order (WSS-04). */
  readonly capabilities: readonly Scope[];
  /** Epoch nanoseconds; `"0"`: never (WSS-16). */
  readonly expiresAtNs: string;
}

/** All that the sessions' state machine asks: small questions with small answers. A known-bad member answers one wrong. */
export interface SessionRules {
  /** @throws Refusal UNAUTHENTICATED or FORBIDDEN_PRINCIPAL */
  verify(services: Services, bearer: string, socket: SocketName): Promise<Token>;
  /** @throws Refusal NOT_PRIMED, ORG_NOT_ACTIVE, FORBIDDEN_PRINCIPAL, NOT_SERVING or AWAITING_ADMISSION */
  admit(services: Services, token: Token): Promise<Caller>;
  /** The caller as this member's state holds it now; null: its access is revoked (WSS-14). */
  stillAdmitted(services: Services, token: Token): Caller | null;
  /** Whether a fresh token is of the principal that the session is of: organisation and subject (WSS-09). */
  isSameGrantee(held: Token, fresh: Token): boolean;
  /** Whether a topic that is subscribed stays so over op auth (WSS-17). */
  isKept(topic: string): boolean;
  /** Whether two tokens are one credential, of which a session says once that it expires (T49). */
  isSameCredential(held: Token, fresh: Token): boolean;
  /** When the session lapses: with its token, also where a renewal brings an earlier one (decision A94); null: never. */
  leaseEndNs(token: Token): bigint | null;
  /** When the client is told that the lease ends; a moment that is past is now (decision A96). */
  expiringAtNs(leaseEndNs: bigint, leadMs: number): bigint;
  /** Read from the platform's records at admission, never from the token. */
  grantOf(caller: Caller, leaseEndNs: bigint | null): Grant;
  /** Whether the grant, as it was given, has orders placed and cancelled (WSS-15). */
  mayTrade(grant: Grant): boolean;
}
