import type { Services } from '../services.ts';
import type { Connection } from './connection.ts';

export interface MarketDataSessionOptions {
  readonly services: Services;
  readonly connection: Connection;
  readonly memberName: string;
}

/** One session of the market data socket, from the 101 to its close. */
export function openMarketDataSession(_of: MarketDataSessionOptions): void {
  throw new Error('the market data session is being built');
}
