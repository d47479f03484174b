import type { Services } from '../services.ts';
import type { SessionCaller } from './frame-tap.ts';
import type { SessionKind } from './session-kind.ts';

/** What the observer of a member learns of a session. */
export interface WatchedSession {
  readonly services: Services;
  readonly kind: Pick<SessionKind, 'socket'>;
  readonly memberName: string;
  /** Its member, and its number there. */
  readonly name: string;
  /** null before op auth. */
  readonly caller: SessionCaller | null;
}

/** Its caller without the rest of the user's row. */
export function callerOf({ caller }: WatchedSession): SessionCaller | null {
  return caller && { orgId: caller.orgId, userId: caller.userId };
}
