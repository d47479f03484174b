import type { OwnerName, RegisterFamily } from '../../facts.ts';
import type { ShapeName } from '../shapes/shapes.ts';
import type { Gate } from '../versions.ts';

/** The columns of the pipeline: they select the stages of a route's requests (`pipeline.ts`). */
export type Column = 'open' | 'me' | 'read' | 'write' | 'ticket';

/** The query parameters of reads. A parameter that a row does not list is refused (QRY-01). */
export type QueryName = 'limit' | 'cursor' | 'include' | 'view' | 'status' | 'accountId';

/** A surface that a deployment may leave out with all its routes. */
type Surface = 'algos' | 'balances' | 'tickets';

export type View = 'latest' | 'approved';

export interface RouteRow {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** In the syntax of @koa/router; `openapi.ts` turns `:id` into `{id}`. */
  readonly path: string;
  readonly column: Column;
  /** The gate that introduced the route; older members do not have it. Absent: in every version. */
  readonly gate?: Gate;
  /** null for the page's own assets, which the document leaves out. */
  readonly tag: string | null;
  readonly summary: string;
  /** The interface does not show this route: another platform's member need not have it. */
  readonly assumed?: true;
  readonly query: readonly QueryName[];
  /** Refused in every version, also in versions that ignore unknown parameters (QRY-06, QRY-07). */
  readonly refusedQuery?: readonly string[];
  /** The values of `view` that the read accepts; only `latest` where absent (QRY-04 to QRY-07). */
  readonly views?: readonly View[];
  /**
   * A name, not a shape: shapes are loaded with the first body or document, so that a start does not wait for them.
   */
  readonly body?: ShapeName;
  /** true where absent. false: a missing body means {}. */
  readonly bodyRequired?: boolean;
  /**
   * Members of the body that may restate the Idempotency-Key, a path id or the If-Match; a contradiction is refused.
   */
  readonly restates?: Readonly<Record<string, 'key' | 'id' | 'ifMatch'>>;
  /**
   * `honoured`: a precondition on the row. `refused`: any If-Match is 400 (ALG-09). Absent: only the grammar is
   * checked, because the row does not exist yet or has no versions.
   */
  readonly ifMatch?: 'honoured' | 'refused';
  /** The status and body of success; null where the body is not one of our JSON shapes. */
  readonly answers: { readonly status: 200 | 201; readonly body: ShapeName | null; readonly etag?: true };
  /** The surface that serves it. A member without the surface refuses after admission (ERR-19, ERR-20). */
  readonly surface?: Surface;
  /** The body's `material` goes to the intake and nowhere else (CRED-10). */
  readonly intake?: true;
  /** The register collection that it reads or writes. */
  readonly family?: RegisterFamily;
  /** The record owner that judges a write. */
  readonly owner?: OwnerName;
}

/** The query parameters of every collection. */
export const PAGE = ['limit', 'cursor', 'include', 'view'] as const satisfies readonly QueryName[];
