/** A message as its observer passes it on: with its secrets. */
import type { Closed, Frame, SocketName } from '../../../conformance/member/exchange/conversation.ts';
import type { HeaderLines } from '../../../conformance/member/exchange/exchange.ts';
import type { PrincipalName } from '../../../conformance/member/profile/principals.ts';
import type { Profile } from '../../../conformance/member/profile/profile.ts';

export interface TrafficRequest {
  readonly method: string;
  /** Below the gateway's base address, with the query; of a control action: below the control plane's. */
  readonly path: string;
  readonly headers: HeaderLines;
  readonly body: string | null;
  /** Who sent it, where that is known by other means than its token. */
  readonly as?: string;
  /** Milliseconds on any clock; the same for all. */
  readonly atMs: number;
  /** In messages: `entry 4`. */
  readonly where: string;
}

export interface TrafficAnswer {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body: string;
}

/** A request whose answer is awaited; one that is never answered failed as `not answered`. */
export interface PendingAnswer {
  answered(answer: TrafficAnswer, atMs: number): void;
  /** `reset` and the like: the target ended the connection. `aborted`, `timeout`: the client stopped waiting. */
  failed(why: string, atMs: number): void;
}

export interface TrafficSocket extends PendingAnswer {
  /** @param text null: a binary message */
  frame(direction: Frame['direction'], text: string | null, atMs: number): void;
  closed(how: { readonly code: number; readonly reason: string; readonly by: 'target' | 'client' }, atMs: number): void;
}

export interface TrafficReaderOptions {
  readonly profile?: Pick<Profile, 'principals' | 'fixtures'> | undefined;
  /** Who sends what names no principal; `trader` where absent. */
  readonly fallback?: PrincipalName | 'anonymous' | undefined;
  /** What is recorded leaves Authorization out, as browsers export it: a request that is not answered 401 had a token. */
  readonly isSanitised?: boolean | undefined;
}

/** A request, its answer, and what followed it, as they came. */
export interface Message {
  readonly n: number;
  readonly kind: 'request' | 'socket' | 'control' | 'token';
  readonly request: TrafficRequest;
  readonly socket?: SocketName;
  readonly frames: Frame[];
  answer: TrafficAnswer | undefined;
  failure: string;
  answeredAtMs: number;
  closed: Closed | null;
}
