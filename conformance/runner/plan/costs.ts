/** What a check sends, counted in a sandbox: so much for its first case, and so much for each further one. */

import type { RequirementId } from '../../contract/requirements.ts';
import type { Check } from '../check.ts';
import { EXPECTED_COSTS, UNSHOWN } from './expected-costs.gen.ts';
import { NAMES_OF_COUNTS, NOTHING_SENT, type SentCounts } from './sent-counts.ts';

/** Of the first case, and of each further one; a check that has one case alone has no `each`. What is absent is 0. */
export type Costs = Partial<SentCounts> & { readonly each?: Partial<SentCounts> };

/** Of a check that the table does not have. */
const UNKNOWN: Costs = {
  ...{ requests: 20, orders: 2, tickets: 1, sessions: 1, rows: 1, staying: 1 },
  each: { requests: 5, orders: 1, tickets: 1, sessions: 1, rows: 1, staying: 1 },
};

/** What only a member that is slow by chance shows: a check that makes its owners slow shows it for certain. */
const BY_CHANCE: Readonly<Record<string, readonly RequirementId[]>> = {
  'idem/accepted-writes-are-carried-out': ['IDEM-11', 'IDEM-12'],
  'idem/accepted-writes-reach-their-outcome': ['IDEM-11', 'IDEM-12', 'IDEM-13'],
};

/**
 * What the check shows by itself of what it proves, or of `ids`: not what needs something that no request brings about.
 * `isForCertain`: nor what only chance brings about.
 */
export function shownBy(
  { id, proves }: Pick<Check, 'id' | 'proves'>,
  isForCertain: boolean,
  ids: readonly RequirementId[] = proves,
): readonly RequirementId[] {
  const unshown = [UNSHOWN[id], isForCertain ? BY_CHANCE[id] : undefined];
  return ids.filter((one) => !unshown.some((not) => not?.includes(one)));
}

/** Most orders of a check still stand after it, and the run cancels them. */
const CANCELS_AN_ORDER = 0.8;

function requestsWith({ requests = 0, orders = 0 }: Partial<SentCounts>): number {
  return requests + CANCELS_AN_ORDER * orders;
}

/** Its requests: of the first case, and of each further one. */
export function requestsOf(id: string): { readonly first: number; readonly each: number } {
  const { each = {}, ...first } = EXPECTED_COSTS[id] ?? UNKNOWN;
  return { first: requestsWith(first), each: requestsWith(each) };
}

/** What the check sends when it takes so many cases. */
export function costOf(id: string, cases: number): SentCounts {
  if (cases <= 0) return NOTHING_SENT;
  const { each = {}, ...first } = EXPECTED_COSTS[id] ?? UNKNOWN;
  const countOf = (counts: Partial<SentCounts>, name: keyof SentCounts) =>
    name === 'requests' ? requestsWith(counts) : (counts[name] ?? 0);
  const counted = NAMES_OF_COUNTS.map((name) => [name, countOf(first, name) + (cases - 1) * countOf(each, name)]);
  return Object.fromEntries(counted) as unknown as SentCounts;
}
