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

/** Its requests: of the first case, and of each further one. */
export function requestsOf(id: string): { readonly first: number; readonly each: number } {
  const [first, each = NOTHING] = EXPECTED_COSTS[id] ?? UNKNOWN;
  return { first: first[0], each: each[0] };
}

/** What the check sends when it takes so many cases. */
export function costOf(id: string, cases: number): SentCounts {
  if (cases <= 0) return NOTHING_SENT;
  const [first, each = NOTHING] = EXPECTED_COSTS[id] ?? UNKNOWN;
  const counts = NAMES_OF_COUNTS.map((name, i) => [name, Math.ceil((first[i] ?? 0) + (cases - 1) * (each[i] ?? 0))]);
  return Object.fromEntries(counts) as unknown as SentCounts;
}
