/** The rows of traffic: exchanges and event frames in one order. */

import type { Exchange, Frame } from '../event-types.ts';
import type { Arrived } from '../live.ts';

export type TrafficRow = Arrived<Exchange> | Arrived<Frame>;

export function isFrame(row: TrafficRow): row is Arrived<Frame> {
  return 'topic' in row;
}

/** Exchanges and frames are counted apart. */
export function keyOf(row: TrafficRow): string {
  return isFrame(row) ? `frame ${row.n}` : `exchange ${row.n}`;
}

/** The rows of several lists that arrived after `at`, in the order of their arrival. */
export function rowsAfter(lists: readonly (readonly TrafficRow[])[], at: number): readonly TrafficRow[] {
  const news = lists.map((list) => list.slice(list.findLastIndex((row) => row.at <= at) + 1));
  const filled = news.filter(({ length }) => length > 0);
  return filled.length === 1 ? (filled[0] ?? []) : filled.flat().sort((a, b) => a.at - b.at);
}
