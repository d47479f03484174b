/** The reads of one collection as a good member answers them, for the tests of judges. */
import type { Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';

type Row = Readonly<Record<string, unknown>>;
export type Story = Record<string, readonly Sample[]>;

interface Told {
  readonly items: readonly Row[];
  readonly next?: string | null;
  readonly prev?: string | null;
  readonly total?: number | null;
  readonly position?: number;
}

export function pageOf(path: string, { items, next = null, prev = null, total = null, position = 9 }: Told): Sample {
  const globalSequence = String(position);
  const body = { globalSequence, asOfSeqTsNs: '5', items, nextCursor: next, prevCursor: prev, total };
  return answer(`GET ${path}`, { status: 200, position, asOf: 5, body });
}

/** Of six rows: the whole, again, counted, three pages of two forth, and two back. */
export function storyOf(path: string, sixRows: readonly Row[], position = 9): Story {
  const pairs = [0, 2, 4].map((from) => sixRows.slice(from, from + 2));
  const [first = [], second = [], third = []] = pairs;
  const page = (told: Told) => pageOf(path, { position, ...told });
  return {
    [`whole ${path}`]: [page({ items: sixRows })],
    [`again ${path}`]: [page({ items: sixRows })],
    [`counted ${path}`]: [page({ items: sixRows.slice(0, 1), next: 'c', total: sixRows.length })],
    [`forth ${path}`]: [
      page({ items: first, next: 'a' }),
      page({ items: second, next: 'b', prev: 'p' }),
      page({ items: third, prev: 'q' }),
    ],
    [`back ${path}`]: [page({ items: second, next: 'b', prev: 'p' }), page({ items: first, next: 'a' })],
  };
}
