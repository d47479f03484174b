/** What was recorded, as on the wire: tokens and secrets are still in it, so it never leaves this process. */
import type { Closed, Frame, SocketName } from '../../conformance/client/conversation.ts';
import type { RecordedRequest, RecordedResponse } from '../../conformance/client/exchange.ts';

/** Which of the addresses it was sent to. */
export type Role = 'gateway' | 'control' | 'issuer';

export interface RecordedExchange {
  readonly n: number;
  readonly role: Role;
  readonly request: RecordedRequest;
  /** Milliseconds since the recording began. */
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly response: RecordedResponse | null;
  readonly failure: string | null;
}

export interface RecordedConversation extends RecordedExchange {
  readonly socket: SocketName;
  readonly frames: readonly Frame[];
  readonly closed: Closed | null;
}
