import { SOCKET_PATHS } from '../contract/sockets.ts';
import { type ExchangeContent, type ExchangeEvent, shown } from '../http/exchange-event.ts';
import type { SocketRefusal } from './socket-refusal.ts';
import { callerOf, type WatchedSession } from './watched-session.ts';

/** The exchange event of one operation of a socket; of its params it contains only the key. */
export function opEvent(
  session: WatchedSession,
  asked: { readonly op: string; readonly reqId: string | null; readonly key: unknown },
  refusal: SocketRefusal | null,
): ExchangeEvent {
  const { services, kind, memberName: member, name } = session;
  return {
    atNs: String(services.clock.nowNs()),
    ...{ member, version: services.socketVersion },
    requestId: asked.reqId,
    method: 'WS',
    path: SOCKET_PATHS[kind.socket],
    status: 101,
    key: typeof asked.key === 'string' ? shown(asked.key) : null,
    refused:
      refusal === null ? null : { code: refusal.code, message: shown(whyOf(refusal)), stage: `op ${shown(asked.op)}` },
    op: shown(asked.op),
    session: name,
    caller: callerOf(session),
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
