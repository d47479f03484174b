import { readAnswer } from '../http/answers.ts';
import type { Services } from '../services.ts';
import type { Answer, Query } from '../stage.ts';
import { pageOf, type Walk } from '../state/page.ts';
import type { Rendering } from './row-json.ts';

/** The page envelope (PAGE-01). Its position and time equal those of the response's headers (POS-06). */
export function pageAnswer<Row extends object>(
  services: Services,
  query: Query,
  walk: Walk<Row>,
  json: (row: Row, rendering: Rendering) => string,
): Answer {
  const { gates, state } = services;
  // Keys grow with time, so ascending order is the order of creation.
  const ordered = gates['pages.fixed-orders'] ? walk : ({ ...walk, order: 'ascending' } as const);
  const page = pageOf(ordered, gates['pages.cursors'] ? query : WHOLE, services.cursors);
  const rest = { nextCursor: page.nextCursor, prevCursor: page.prevCursor, total: page.total };
  const asOf = gates['pages.cursors'] ? `,"asOfSeqTsNs":${JSON.stringify(state.atNs)}` : '';
  const tail = gates['pages.cursors'] ? `,${JSON.stringify(rest).slice(1, -1)}` : '';
  const items = page.items.map((row) => json(row, services)).join(',');
  return readAnswer(services, `{"globalSequence":"${state.position}"${asOf},"items":[${items}]${tail}}`);
}

const WHOLE: Query = { includeTotal: false, view: 'latest' };
