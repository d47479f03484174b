import { SOCKET_PATHS, type SocketName } from '../contract/sockets.ts';
import { type ExchangeEvent, shown } from '../http/exchange-event.ts';
import type { Clock } from '../platform-port.ts';
import type { SocketRefusal } from './socket-refusal.ts';

/** Where an operation was asked for. */
export interface OpPlace {
  readonly clock: Clock;
  readonly member: string;
  readonly socket: SocketName;
}

/** What a sandbox shows of one operation of a socket; nothing of its params but the key. */
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

/** The member's own failure in its own words, which the client is not told. */
function whyOf({ cause, message }: SocketRefusal): string {
  return cause instanceof Error ? cause.message : message;
}
