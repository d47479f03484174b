import type { Services } from '../services.ts';
import type { Caller, Token } from '../stage.ts';
import type { Connection } from './connection.ts';

export interface TradingSessionOptions {
  readonly services: Services;
  readonly connection: Connection;
  /** With `caller`: the handshake's credential. Both null: a handshake without one, which contracts before 1.4.0 let in. */
  readonly token: Token | null;
  readonly caller: Caller | null;
  readonly memberName: string;
}

/** One session of the trading socket, from the 101 to its close. */
export function openTradingSession(_of: TradingSessionOptions): void {
  throw new Error('the trading session is being built');
}
