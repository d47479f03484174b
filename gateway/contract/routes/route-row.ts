import type { OwnerName, RegisterFamily } from '../../facts.ts';
import type { ShapeName } from '../shapes/shapes.ts';
import type { Gate } from '../versions.ts';

/** The columns of the pipeline: which stages a route's requests go through (`pipeline.ts`). */
export type Column = 'open' | 'me' | 'read' | 'write' | 'ticket';

/** The query parameters that a read may take; what a row does not list is refused (QRY-01). */
export type QueryName = 'limit' | 'cursor' | 'include' | 'view' | 'status' | 'accountId';

/** What a member may be deployed without, with all its routes. */
type Surface = 'algos' | 'balances' | 'tickets';

export type View = 'latest' | 'approved';

export interface RouteRow {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** As @koa/router spells it; `openapi.ts` turns `:id` into `{id}`. */
  readonly path: string;
  readonly column: Column;
  /** What brought it: a member before that does not have it. From the first version on where absent. */
  readonly gate?: Gate;
  /** Left out of the document where null: the page's own assets. */
  readonly tag: string | null;
  readonly summary: string;
  /** The interface does not show it: a member of another platform need not have it. */
  readonly assumed?: true;
  readonly query: readonly QueryName[];
  /** Refused in every version, also in those that pass over what they do not know (QRY-06, QRY-07). */
  readonly refusedQuery?: readonly string[];
  /** The views that a read with `view` takes; latest alone where absent (QRY-04 to QRY-07). */
  readonly views?: readonly View[];
  /** By name: shapes are loaded with the first body or document, and a start waits for neither. */
  readonly body?: ShapeName;
  /** true where absent. false: a request without a body says the same as one with {}. */
  readonly bodyRequired?: boolean;
  /** Members of the body that may restate the Idempotency-Key, a path id or the If-Match, and never contradict it. */
  readonly restates?: Readonly<Record<string, 'key' | 'id' | 'ifMatch'>>;
  /** `honoured`: a precondition on the row. `refused`: one is 400 (ALG-09). Absent: held to the grammar and to nothing more, for there is no row yet or it has no versions. */
  readonly ifMatch?: 'honoured' | 'refused';
  /** The status and body of success; null where the body is not JSON of ours. */
  readonly answers: { readonly status: 200 | 201; readonly body: ShapeName | null; readonly etag?: true };
  /** The surface that serves it: a member without it refuses after admission (ERR-19, ERR-20). */
  readonly surface?: Surface;
  /** The body's `material` goes to the intake, and no further (CRED-10). */
  readonly intake?: true;
  /** The register's collection that it reads or writes. */
  readonly family?: RegisterFamily;
  /** Who judges a write. */
  readonly owner?: OwnerName;
}

export const PAGE = ['limit', 'cursor', 'include', 'view'] as const satisfies readonly QueryName[];
