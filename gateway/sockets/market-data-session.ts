import type { Services } from '../services.ts';
import type { Connection } from './connection.ts';
import { MarketDataSubscriptions } from './market-data-topics.ts';
import { type Frame, refusalFrame } from './server-frame.ts';
import { Session } from './session.ts';
import type { SessionKind } from './session-kind.ts';
import type { SocketRefusal } from './socket-refusal.ts';
import { subscribe, unsubscribe } from './topics.ts';

export interface MarketDataSessionOptions {
  readonly services: Services;
  readonly connection: Connection;
  readonly memberName: string;
}

/**
 * The socket sends nothing unasked and warns of no expiry: the client sees the session close when the token lapses.
 */
const MARKET_DATA: SessionKind = {
  socket: 'market-data',
  ops: { subscribe, unsubscribe },
  warns: false,
  announcesRevocation: false,
  subscriptionsOf: (services, grantee, send) => new MarketDataSubscriptions(services, grantee, send),
  acknowledgement: () => ({}),
  refuse,
};

/** One session of the market data socket, from the 101 to its close. */
export function openMarketDataSession({ services, connection, memberName }: MarketDataSessionOptions): void {
  new Session({ kind: MARKET_DATA, services, connection, memberName }).openAnonymously();
}

/**
 * Adds the error value beside the code where the interface shows one, which is `invalid_token` only; other refusals
 * have the code only (A100).
 */
function refuse(op: string, reqId: string | null, refusal: SocketRefusal): Frame {
  if (refusal.code === 'INVALID_TOKEN') {
    return { op, reqId, success: false, error: 'invalid_token', message: refusal.message };
  }
  return { ...refusalFrame(op, reqId, refusal), error: refusal.code.toLowerCase() };
}
