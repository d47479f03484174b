/**
 * One stage of the pipeline. A stage passes a request on by returning its results, refuses it by throwing a Refusal, or
 * answers it. There is no shared mutable context: a stage receives the values of earlier stages that it needs, and the
 * type checker holds it to the names that it declares.
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
  /** The bytes to send; null for a 101. */
  readonly body: string | Buffer | null;
  /** Why a request was refused, for the observer; never part of the answer. */
  readonly refused?: { readonly code: string; readonly message: string; readonly stage: string };
  /** For a 101: called with the upgraded connection. */
  readonly opens?: (connection: Connection) => void;
}

/** The identity that a handshake presents. */
export type Identity =
  | { readonly by: 'bearer' | 'ticket'; readonly token: Token }
  /** No credential, which socket contracts before 1.4.0 accept (WSS-20). */
  | { readonly by: 'nothing'; readonly token: null }
  /** An unreadable ticket in the query: its user is unknown. */
  | { readonly by: 'unreadable'; readonly token: null };

export interface Query {
  readonly limit?: number;
  readonly cursor?: string;
  readonly includeTotal: boolean;
  readonly view: View;
  readonly status?: UserStatus;
  readonly accountId?: number;
}

/** All values that stages may produce for a request, by name. */
export interface Known {
  readonly services: Services;
  readonly request: IncomingMessage;
  /** The path and raw query of the request target, as sent. */
  readonly path: string;
  readonly rawQuery: string;
  readonly requestId: string;
  /** The methods of the path, where the request's is not one of them. */
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
  /** Reads the body's text; '' if there is none. Throws Refusal. */
  readonly readText: () => Promise<string>;
  readonly body: unknown;
  /** The key, claimed by this request. */
  readonly claim: Claim;
  readonly command: Command;
  /** The member's name in exchange events and sessions. */
  readonly memberName: string;
  /** true: the connection belongs to the handshake, and becomes a WebSocket if it is answered 101. */
  readonly isUpgrade: boolean;
  readonly identity: Identity;
  /** The handshake's caller; null if it names none. */
  readonly holder: Caller | null;
  /** A token that expires. */
  readonly mintable: Token & { readonly expiresAtS: number };
}

export type KnownName = keyof Known;

type MaybePromise<Value> = Value | Promise<Value>;

interface Facts<Needs extends KnownName, Gives extends KnownName> {
  readonly name: string;
  /** The codes that this stage may give, in order of precedence. */
  readonly refuses: readonly RefusalCode[];
  readonly needs: readonly Needs[];
  readonly gives: readonly Gives[];
}

/** What a stage does: `run` receives exactly what the stage `needs`, and must give all that it `gives`. */
type Step<Needs extends KnownName, Gives extends KnownName> = Facts<Needs, Gives> & {
  run(known: Pick<Known, Needs>): MaybePromise<[Gives] extends [never] ? void : Pick<Known, Gives>>;
};

/** A stage with something to do once the stages below it have answered. */
type Around<Needs extends KnownName, Gives extends KnownName> = Facts<Needs, Gives> & {
  run(known: Pick<Known, Needs>, proceed: (given: Pick<Known, Gives>) => Promise<Answer>): Promise<Answer>;
};

/** The last stage of a column. */
type Last<Needs extends KnownName> = Facts<Needs, never> & { run(known: Pick<Known, Needs>): MaybePromise<Answer> };

/** A stage of any kind, for code that handles all of them. */
export type Stage = Facts<KnownName, KnownName> &
  (
    | { readonly kind: 'step'; run(known: Known): MaybePromise<Partial<Known> | undefined> }
    | {
        readonly kind: 'around';
        run(known: Known, proceed: (given: Partial<Known>) => Promise<Answer>): Promise<Answer>;
      }
    | { readonly kind: 'last'; run(known: Known): MaybePromise<Answer> }
  );

/** A stage that lets a request through to the next one, with its results, or refuses it. */
export function stage<Needs extends KnownName, Gives extends KnownName = never>(of: Step<Needs, Gives>): Stage {
  return { ...of, kind: 'step' } as unknown as Stage;
}

/** A stage that runs those below it. */
export function stageAround<Needs extends KnownName, Gives extends KnownName = never>(of: Around<Needs, Gives>): Stage {
  return { ...of, kind: 'around' } as unknown as Stage;
}

/** A stage that answers. */
export function lastStage<Needs extends KnownName>(of: Last<Needs>): Stage {
  return { ...of, kind: 'last' } as unknown as Stage;
}
