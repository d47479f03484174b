import type { SocketRefusal } from './socket-refusal.ts';

/** One message to a client, before serialisation. */
export type Frame = Readonly<Record<string, unknown>>;

/** An event frame: both names are the kind (WSS-21). */
export function eventFrame(kind: string, data: object): Frame {
  return { event: kind, msgType: kind, data };
}

/** The answer to an op that succeeded. */
export function successFrame(op: string, reqId: string, rest: object): Frame {
  return { op, reqId, success: true, ...rest };
}

/** The answer to an op that was refused (WSS-12). @param reqId null if the frame has none that can be echoed. */
export function refusalFrame(op: string, reqId: string | null, refusal: SocketRefusal): Frame {
  const { code, message, retryable, more } = refusal;
  return { op, reqId, success: false, code, message, retryable, ...more };
}
