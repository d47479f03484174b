/**
 * What a client did, as the sandbox saw it: the history over which the rules CLI-01 ... judge. A history has one start of
 * the client for each schedule of trouble. Times are real milliseconds since the start began, because a client waits in
 * its own time; the sandbox's clock may run at another speed.
 */

/** A JSON object as it was sent; numbers keep their text, see `readBody`. */
export type Row = Readonly<Record<string, unknown>>;

/** What a client received. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A fault that struck an exchange or frame, in words for the author of the client. */
export interface Trouble {
  readonly fault: string;
  readonly effect: string;
  readonly sentence: string;
}

/** Where a credential stood in what was sent. A token or ticket is known by the order in which it was issued, from 1. */
export interface Credential {
  readonly kind: 'token' | 'ticket';
  /** 0: the sandbox did not issue it. */
  readonly n: number;
  readonly in: 'header' | 'query' | 'frame' | 'body';
}

/** One request of the client, or one op of a socket. */
export interface Call {
  /** Counts requests, ops, frames and ends of sessions of a start in the order in which the sandbox met them. */
  readonly n: number;
  readonly kind: 'http' | 'op' | 'handshake' | 'token';
  /** When it arrived; of an op, when it was answered. */
  readonly atMs: number;
  /** When the last byte of its answer was written, or its connection ended. */
  readonly endMs: number;
  /** `POST`; of an op `WS`. */
  readonly method: string;
  /** Without the query. Of an op the path of its socket. */
  readonly path: string;
  /** Without its question mark; empty: there is none. Secrets in it are marked, as they are in every text here. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The Idempotency-Key; of an op that places or cancels an order its clientOrderId or key. */
  readonly key: string | null;
  readonly credential: Credential | null;
  /** The TCP connection, counted from 1. */
  readonly connection: number;
  /** Of an op: its name, and its session, which has the number of its handshake. Of a handshake that was accepted: its own. */
  readonly op?: string;
  readonly session?: number;
  /** What the member answered. */
  readonly said: Answer | null;
  /** What the client received; null: no answer, or not all of it. */
  readonly received: Answer | null;
  /** `201`, `lost (was 201)`, `429 by fault f2`: for people. */
  readonly outcome: string;
  readonly troubles: readonly Trouble[];
  readonly member: string;
  readonly version: string;
}

/** An event frame that was sent to the client. */
export interface EventFrame {
  readonly n: number;
  readonly atMs: number;
  readonly session: number;
  readonly socket: 'trading' | 'market-data';
  readonly event: string;
  readonly text: string;
  readonly troubles: readonly Trouble[];
}

/** The end of a session. */
export interface SessionEnd {
  readonly n: number;
  readonly atMs: number;
  readonly session: number;
  readonly code: number;
  /** Who ended it. */
  readonly by: 'client' | 'gateway' | 'connection';
}

/** What the client says that it wants done once: a line of JSON on its standard output, or `POST /client/intents`. */
export interface Intent {
  readonly atMs: number;
  /** Whatever the client calls it; two lines with one name are one intent. */
  readonly intent: string;
  /** Members of the order that it wants, as the body of POST /orders has them. */
  readonly order: Row;
  /** Later lines of an intent state how it ended, as the client believes. */
  readonly done?: 'placed' | 'refused' | 'unknown';
}

/** One start of the client's command. A schedule may end the process and start it again: each is a process of its start. */
export interface ClientProcess {
  readonly startedMs: number;
  readonly endedMs: number;
  /** null: a signal ended it. */
  readonly status: number | null;
  /** The schedule ended it. */
  readonly killed: boolean;
  /** It ran past its limit, and was ended. */
  readonly hung: boolean;
  /** The last lines of its output. */
  readonly output: readonly string[];
}

/** An order as the platform holds it at the end. */
export interface HeldOrder {
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly row: Row;
}

export interface Start {
  /** The schedule in words, one line for each trouble; empty: the first start, without any. */
  readonly schedule: readonly string[];
  /** The kinds of its troubles (scenarios/schedules/kinds.ts). */
  readonly kinds: readonly string[];
  readonly calls: readonly Call[];
  readonly frames: readonly EventFrame[];
  readonly ends: readonly SessionEnd[];
  readonly intents: readonly Intent[];
  readonly processes: readonly ClientProcess[];
  /** What the client's principal placed, as the platform holds it at the end. */
  readonly orders: readonly HeldOrder[];
  /** The names of the client's own secrets that stood where they must not, without the secrets: `client secret in the query of GET /orders`. */
  readonly leaks: readonly string[];
  /** When it ended, in milliseconds since it began. */
  readonly endMs: number;
  /** Traffic was left out: there was more than the sandbox keeps. */
  readonly isCut: boolean;
}
