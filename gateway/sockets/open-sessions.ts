import type { SocketName } from '../contract/sockets.ts';
import type { Ns } from '../facts.ts';
import type { SessionState } from './session-table.ts';

/** What is known of an open session. */
export interface SessionFacts {
  readonly socket: SocketName;
  readonly state: SessionState;
  /** null before op auth. */
  readonly principal: { readonly orgId: number; readonly userId: number } | null;
  readonly topics: readonly string[];
  /** The end of its lease; null: it has none, or none that ends. */
  readonly expiresAtNs: Ns | null;
}

/** A session as its member holds it. */
export interface OpenSession {
  facts(): SessionFacts;
  close(code: number, reason: string): void;
  /** Ends its lease at that time: the client sees what it sees of a token that expires. false: it has no lease yet. */
  expire(endNs: bigint): boolean;
  /** Withdraws its access: 4003. false: it has no principal, or is already closing. */
  revoke(): boolean;
}

/** The open sessions of one member: counted, listed, and closed together when it drains. */
export class OpenSessions {
  readonly #open = new Map<number, OpenSession>();
  #opened = 0;

  get count(): number {
    return this.#open.size;
  }

  /** By its number, which no other session of this member has had; in the order of their opening. */
  list(): ReadonlyMap<number, OpenSession> {
    return this.#open;
  }

  /** @returns its number. */
  begin(session: OpenSession): number {
    this.#opened += 1;
    this.#open.set(this.#opened, session);
    return this.#opened;
  }

  /** To be called once a session is closed, for any reason. */
  end(number: number): void {
    this.#open.delete(number);
  }

  closeAll(code: number, reason: string): void {
    for (const session of [...this.#open.values()]) session.close(code, reason);
  }
}
