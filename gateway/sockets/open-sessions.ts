import type { SocketName } from '../contract/sockets.ts';
import type { Grantee } from './session-kind.ts';
import type { SessionState } from './session-table.ts';

/** An open session as its member's operator sees and ends it. */
export interface OpenSession {
  readonly socket: SocketName;
  readonly state: SessionState;
  readonly openedAtNs: bigint;
  /** undefined: nobody has authenticated on it yet. */
  readonly heldBy: Grantee | undefined;
  readonly topics: readonly string[];
  /** null: it has no lease yet, or one without an end. */
  readonly leaseEndNs: bigint | null;
  /** Closes it because its member leaves. */
  leave(code: number, reason: string): void;
  /** Moves the end of its lease forward: the client sees what it sees at any end of a lease. false: it is not open. */
  expire(endNs: bigint): boolean;
  /** Withdraws its access: 4003. false: it is nobody's, or closing already. */
  revoke(): boolean;
}

/** The open sessions of one member: counted, listed, and closed together when it drains. */
export class OpenSessions {
  readonly #open: Set<OpenSession> = new Set();

  get count(): number {
    return this.#open.size;
  }

  /** In the order in which they were opened. */
  list(): readonly OpenSession[] {
    return [...this.#open];
  }

  /** @returns a function that the session calls once it is closed, for any reason. */
  begin(session: OpenSession): () => void {
    this.#open.add(session);
    return () => {
      this.#open.delete(session);
    };
  }

  closeAll(code: number, reason: string): void {
    for (const session of [...this.#open]) session.leave(code, reason);
  }
}
