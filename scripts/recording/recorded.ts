/** What was recorded, as on the wire: tokens and secrets are still in it, so it never leaves this process. */
import type { Frame, SocketName } from '../../conformance/member/exchange/conversation.ts';
import type { RecordedRequest, RecordedResponse } from '../../conformance/member/exchange/exchange.ts';

/** Which of the addresses it was sent to. */
export type Role = 'gateway' | 'control' | 'issuer';

export interface RecordedExchange {
  /** Shares one sequence with messages and the ends of connections. */
  readonly n: number;
  readonly role: Role;
  readonly request: RecordedRequest;
  /** Milliseconds since the recording began. */
  readonly sentAtMs: number;
  /** undefined: not answered yet. */
  readonly answeredAtMs: number | undefined;
  readonly response: RecordedResponse | null;
  readonly failure: string | null;
}

export interface RecordedClose {
  readonly n: number;
  readonly atMs: number;
  readonly code: number;
  readonly reason: string;
  readonly by: 'client' | 'target';
}

export interface RecordedConversation extends RecordedExchange {
  readonly socket: SocketName;
  readonly frames: readonly Frame[];
  readonly closed: RecordedClose | null;
}

export type Recorded = RecordedExchange | RecordedConversation;
