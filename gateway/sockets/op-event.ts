import { SOCKET_PATHS, type SocketName } from '../contract/sockets.ts';
import { type ExchangeContent, type ExchangeEvent, shown } from '../http/exchange-event.ts';
import type { Clock } from '../platform-port.ts';
import type { SocketRefusal } from './socket-refusal.ts';

/** The clock, member and socket of an operation. */
export interface OpPlace {
  readonly clock: Clock;
  readonly member: string;
  readonly socket: SocketName;
}

/** The exchange event of one operation of a socket; of its params it contains only the key. */
export function opEvent(
  { clock, member, socket }: OpPlace,
  asked: { readonly op: string; readonly reqId: string | null; readonly key: unknown },
  refusal: SocketRefusal | null,
): ExchangeEvent {
  return {
    atNs: String(clock.nowNs()),
    member,
    requestId: asked.reqId,
    method: 'WS',
    path: SOCKET_PATHS[socket],
    status: 101,
    key: typeof asked.key === 'string' ? shown(asked.key) : null,
    refused:
      refusal === null ? null : { code: refusal.code, message: shown(whyOf(refusal)), stage: `op ${shown(asked.op)}` },
    op: shown(asked.op),
  };
}

/** The content of one operation: its frame and that of its answer. */
export function opContent(target: string, sent: string | null, answer: object): ExchangeContent {
  return { target, requestHeaders: [], requestBody: sent, responseHeaders: {}, responseBody: answer };
}

/** The message of an internal error, which the client does not receive. */
function whyOf({ cause, message }: SocketRefusal): string {
  return cause instanceof Error ? cause.message : message;
}
