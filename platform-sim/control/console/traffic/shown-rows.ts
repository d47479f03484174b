import { useRef } from 'preact/hooks';
import { exchanges, frames, MOST_KEPT, quotes } from '../live.ts';
import { EVERYTHING, type Filter, passes } from './filter.ts';
import { rowsAfter, type TrafficRow } from './rows.ts';

interface Shown {
  readonly filter: Filter;
  readonly rows: readonly TrafficRow[];
  /** The arrival of the newest row that was judged. */
  readonly upTo: number;
}

/** The newest rows that pass the filter. Only new ones are filtered, so that drawing costs no more than the rows that arrived since the last time. */
export function useShownRows(filter: Filter): readonly TrafficRow[] {
  const before = useRef<Shown>({ filter: EVERYTHING, rows: [], upTo: 0 });
  const { rows, upTo } = before.current.filter === filter ? before.current : { rows: [], upTo: 0 };
  const news = rowsAfter([exchanges.value, frames.value, quotes.value], upTo);
  const found = filter === EVERYTHING ? news : news.filter((row) => passes(row, filter));
  before.current = {
    filter,
    rows: found.length === 0 ? rows : [...rows, ...found].slice(-MOST_KEPT),
    upTo: news.at(-1)?.at ?? upTo,
  };
  return before.current.rows;
}
