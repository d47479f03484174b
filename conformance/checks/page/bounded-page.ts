import type { Exchange } from '../../client/exchange.ts';
import { rows } from '../../client/exchange.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';

export const LARGEST_PAGE = 100;

/** The `limit` that the request states. */
function limitOf(e: Exchange): number {
  return Number(new URLSearchParams(e.request.path.split('?')[1]).get('limit'));
}

/** Served, with no more rows than the limit, nor than a hundred. */
export function isBounded(e: Exchange): Judgement {
  const most = Math.min(limitOf(e), LARGEST_PAGE);
  return allOf(
    expects(e, { status: 200 }),
    rows(e).length <= most ? pass : violated(`at most ${most} rows on the page`, e),
  );
}
