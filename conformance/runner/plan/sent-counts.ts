/** Counts what the trials of a check sent, by what it costs a target. Pure. */

import { armsOf } from '../../member/effects/remains.ts';
import { creationIn } from '../../member/effects/written-row.ts';
import type { Conversation } from '../../member/exchange/conversation.ts';
import { frameJson, sent } from '../../member/exchange/conversation.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { isOf, isOk, isReplay } from '../../member/exchange/exchange.ts';

export interface SentCounts {
  /** Requests, handshakes and frames. */
  readonly requests: number;
  /** Orders that were not refused. */
  readonly orders: number;
  readonly tickets: number;
  /** WebSocket connections. */
  readonly sessions: number;
  /** Rows created, other than orders. */
  readonly rows: number;
  /** Those of the rows that cannot be deleted. */
  readonly staying: number;
}

/** In the order of the table of costs. */
export const NAMES_OF_COUNTS = [
  'requests',
  'orders',
  'tickets',
  'sessions',
  'rows',
  'staying',
] as const satisfies readonly (keyof SentCounts)[];

/** All counts are zero. */
export const NOTHING_SENT: SentCounts = { requests: 0, orders: 0, tickets: 0, sessions: 0, rows: 0, staying: 0 };

/** The sum of two counts. */
export function together(a: SentCounts, b: SentCounts): SentCounts {
  return {
    requests: a.requests + b.requests,
    orders: a.orders + b.orders,
    tickets: a.tickets + b.tickets,
    sessions: a.sessions + b.sessions,
    rows: a.rows + b.rows,
    staying: a.staying + b.staying,
  };
}

/** The collection of the row that a request created; undefined: it created none, or an order. */
function madeIn(e: Exchange): string | undefined {
  const collection = creationIn(e.request.method, e.request.path);
  return collection !== '/orders' && isOk(e) && !isReplay(e) ? collection : undefined;
}

function timesSent(e: Exchange): number {
  return Math.max(1, e.settling?.length ?? 0) + (e.earlier?.length ?? 0);
}

/** The counts of one trial's exchanges and conversations. */
export function sentCounts(exchanges: readonly Exchange[], conversations: readonly Conversation[]): SentCounts {
  const frames = conversations.flatMap((conversation) => sent(conversation));
  const made = exchanges.map(madeIn).filter((collection) => collection !== undefined);
  const requests = exchanges.reduce((count, e) => count + timesSent(e), 0);
  return {
    requests: requests + conversations.length + frames.length,
    orders:
      exchanges.filter((e) => isOf(e, 'POST /orders') && (e.response === null || isOk(e))).length +
      frames.filter((frame) => frameJson(frame)?.['op'] === 'submit').length,
    tickets: exchanges.filter((e) => isOf(e, 'POST /v1/ws-tickets')).length,
    sessions: conversations.length,
    rows: made.length,
    staying: made.filter((collection) => armsOf(collection).length === 0).length,
  };
}
