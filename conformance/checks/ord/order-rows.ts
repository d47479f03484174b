/** The order rows of a history, wherever they stand: the answer of a write, one row, a page. */

import type { Exchange } from '../../client/exchange.ts';
import { isOf, isOk, json, rows } from '../../client/exchange.ts';
import type { History } from '../../runner/history.ts';

export interface ServedRow {
  readonly exchange: Exchange;
  readonly row: Readonly<Record<string, unknown>>;
}

const ONE_ROW = ['POST /orders', 'POST /orders/{id}/cancel', 'GET /orders/{id}'] as const;

export function orderRows(history: History): readonly ServedRow[] {
  return history.exchanges.filter(isOk).flatMap((exchange) => {
    if (isOf(exchange, 'GET /orders')) return rows(exchange).map((row) => ({ exchange, row }));
    const row = json(exchange);
    return ONE_ROW.some((route) => isOf(exchange, route)) && typeof row === 'object' && row !== null
      ? [{ exchange, row: row as ServedRow['row'] }]
      : [];
  });
}
