/** Paging of the ideal member. For tests. */
import type { IdealAnswer, Row } from './owner.ts';
import { refusal } from './owner.ts';

const LARGEST_PAGE = 100;
const KEYS = ['orderId', 'executionId', 'instanceId', 'seq', 'algoVersionId'];

/** The text that identifies a row on its page. */
function nameOf(row: Row): string {
  if ('observedAtNs' in row) return `${row['accountId']}/${row['assetId']}`;
  const own = 'seq' in row ? 'seq' : (KEYS.find((key) => key in row) ?? Object.keys(row)[0] ?? '');
  return `${row[own]}`;
}

/** Issues cursors and cuts pages from whole collections. A cursor of another scope is refused with INVALID_CURSOR. */
export class IdealPages {
  /** The scope and row that each issued cursor stands for. */
  readonly #given = new Map<string, { readonly scope: string; readonly toward: string; readonly beside: string }>();

  /**
   * Serves one page. A cursor is bound to the organisation, collection, view, filters and direction, and to the row
   * next to which the page begins.
   */
  page(
    scope: string,
    all: readonly Row[],
    query: URLSearchParams,
    headers: Readonly<Record<string, string>>,
  ): IdealAnswer {
    const cursor = query.get('cursor');
    const came = cursor === null ? undefined : this.#given.get(cursor);
    if (cursor !== null && came?.scope !== scope) return refusal(400, 'INVALID_CURSOR');
    const asked = query.get('limit');
    const limit = asked === null ? all.length : Math.min(Number(asked), LARGEST_PAGE);
    const index = came === undefined ? -1 : all.findIndex((row) => nameOf(row) === came.beside);
    const forth = came?.toward !== 'previous';
    const [from, to] = forth ? [index + 1, index + 1 + limit] : [Math.max(0, index - limit), index];
    const items = all.slice(from, to);
    const body = {
      globalSequence: headers['X-Service-Global-Sequence'],
      asOfSeqTsNs: headers['X-Service-As-Of-Seq-Ts'],
      items,
      nextCursor: to < all.length ? this.#give(scope, 'next', items.at(-1)) : null,
      prevCursor: from > 0 ? this.#give(scope, 'previous', items[0]) : null,
      total: query.get('include') === 'total' ? all.length : null,
    };
    return { status: 200, headers, body };
  }

  #give(scope: string, toward: string, row: Row | undefined): string | null {
    if (row === undefined) return null;
    const text = `${scope} ${toward} ${nameOf(row)}`;
    this.#given.set(text, { scope, toward, beside: nameOf(row) });
    return text;
  }
}
