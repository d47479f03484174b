/**
 * One stage of the pipeline. A stage lets a request through by calling `proceed` with what it found out, refuses it by
 * throwing a Refusal, or answers it. Nothing is written on a shared context: a stage sees what it needs of what the
 * stages before it gave, and the type checker holds it to the names that it declares.
 */
import type { IncomingMessage } from 'node:http';
import type { Caller, Token } from './caller.ts';
import type { RefusalCode } from './contract/refusals.ts';
import type { OperationId, RouteRow, View } from './contract/routes.ts';
import type { Command, IfMatch, UserStatus } from './facts.ts';
import type { Services } from './services.ts';
import type { Connection } from './sockets/connection.ts';
import type { Claim } from './writes/key-journal.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes as they go out, or null for none. */
  readonly body: string | Uint8Array | null;
  /** Why a request was refused, for whoever watches this member; never part of the answer. */
  readonly refused?: { readonly code: string; readonly message: string; readonly stage: string };
  /** Of a 101: what becomes of the connection once it is upgraded. */
  readonly opens?: (connection: Connection) => void;
}

/** Who a handshake says it comes from. */
export type Identity =
  | { readonly by: 'bearer' | 'ticket'; readonly token: Token }
  /** No credential, which socket contracts before 1.4.0 let in (WSS-20). */
  | { readonly by: 'nothing'; readonly token: null }
  /** A ticket that the query does not say in a readable way: nobody can tell whose. */
  | { readonly by: 'unreadable'; readonly token: null };

export interface Query {
  readonly limit?: number;
  readonly cursor?: string;
  readonly includeTotal: boolean;
  readonly view: View;
  readonly status?: UserStatus;
  readonly accountId?: number;
}

/** All that stages may find out about a request, by name. */
export interface Known {
  readonly services: Services;
  readonly request: IncomingMessage;
  /** The request target's path and raw query, as sent. */
  readonly path: string;
  readonly rawQuery: string;
  readonly requestId: string;
  /** The methods that the path takes, where the request's is not one of them. */
  readonly allowed: readonly string[];
  readonly operation: OperationId;
  readonly route: RouteRow;
  readonly params: Readonly<Record<string, string>>;
  readonly token: Token;
  readonly caller: Caller;
  readonly query: Query;
  readonly key: string;
  /** null: none was sent, or `*`, which is not the validator `"*"`. */
  readonly ifMatch: IfMatch;
  /** The body's text, whose bounds are counted; '' where there is none. Throws Refusal, or JsonFault past the bounds. */
  readonly readText: () => Promise<string>;
  readonly body: unknown;
  /** The key, taken by this request. */
  readonly claim: Claim;
  readonly command: Command;
  /** What exchanges and sessions name this member by. */
  readonly memberName: string;
  /** The connection is the handshake's own, and becomes a WebSocket's where it is answered 101. */
  readonly isUpgrade: boolean;
  readonly identity: Identity;
  /** The handshake's caller; null where it names none. */
  readonly holder: Caller | null;
  /** A token that expires. */
  readonly mintable: Token & { readonly expiresAtS: number };
}

export type KnownName = keyof Known;

export interface Stage {
  readonly name: string;
  /** The codes that this stage may give, in order of precedence. */
  readonly refuses: readonly RefusalCode[];
  readonly needs: readonly KnownName[];
  readonly gives: readonly KnownName[];
  run(known: Known, proceed: (given: Partial<Known>) => Promise<Answer>): Promise<Answer>;
}

interface StageOf<Needs extends KnownName, Gives extends KnownName> {
  readonly name: string;
  readonly refuses: readonly RefusalCode[];
  readonly needs: readonly Needs[];
  readonly gives: readonly Gives[];
  run(known: Pick<Known, Needs>, proceed: (given: Pick<Known, Gives>) => Promise<Answer>): Promise<Answer>;
}

/** A stage whose `run` sees just what it `needs` and must give all that it `gives`. */
export function stage<Needs extends KnownName, Gives extends KnownName = never>(of: StageOf<Needs, Gives>): Stage {
  return of as unknown as Stage;
}
