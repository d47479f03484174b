/** What a check sends, counted in a sandbox: so much for its first case, and so much for each further one. */

import type { RequirementId } from '../../contract/requirements.ts';
import { EXPECTED_COSTS, UNSHOWN } from './expected-costs.gen.ts';
import { NAMES_OF_COUNTS, NOTHING_SENT, type SentCounts } from './sent-counts.ts';

/** Requests, orders, tickets, sessions, rows made, rows that stay. */
type Counts = readonly [number, number, number, number, number, number];

/** Of the first case and of each further one; a check that has one case alone has no second. */
export type Costs = readonly [Counts] | readonly [Counts, Counts];

/** Of a check that the table does not have. */
const UNKNOWN: Costs = [
  [20, 2, 1, 1, 1, 1],
  [5, 1, 1, 1, 1, 1],
];
const NOTHING: Counts = [0, 0, 0, 0, 0, 0];

/** What the check proves and does not show by itself: something must come about that no request brings about. */
export function unshownBy(id: string): readonly RequirementId[] {
  return UNSHOWN[id] ?? [];
}

/** Most orders of a check still stand after it, and the run cancels them. */
const CANCELS_AN_ORDER = 0.8;

function requestsWith([requests, orders]: Counts): number {
  return requests + CANCELS_AN_ORDER * orders;
}

/** Its requests: of the first case, and of each further one. */
export function requestsOf(id: string): { readonly first: number; readonly each: number } {
  const [first, each = NOTHING] = EXPECTED_COSTS[id] ?? UNKNOWN;
  return { first: requestsWith(first), each: requestsWith(each) };
}

/** What the check sends when it takes so many cases. */
export function costOf(id: string, cases: number): SentCounts {
  if (cases <= 0) return NOTHING_SENT;
  const [first, each = NOTHING] = EXPECTED_COSTS[id] ?? UNKNOWN;
  const countOf = (counts: Counts, i: number) => (i === 0 ? requestsWith(counts) : (counts[i] ?? 0));
  const counted = NAMES_OF_COUNTS.map((name, i) => [name, countOf(first, i) + (cases - 1) * countOf(each, i)]);
  return Object.fromEntries(counted) as unknown as SentCounts;
}
