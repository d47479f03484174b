import type { OwnerName } from '../facts.ts';
import type { ShapeName } from './shapes/shapes.ts';
import type { Version } from './versions.ts';

/** The columns of the pipeline: which stages a route's requests go through (`pipeline.ts`). */
export type Column = 'open' | 'me' | 'read' | 'write';

/** The query parameters that a read may take; what a row does not list is refused (QRY-01). */
export type QueryName = 'limit' | 'cursor' | 'include' | 'view';

export interface RouteRow {
  readonly method: 'GET' | 'POST';
  /** As @koa/router spells it; `openapi.ts` turns `:id` into `{id}`. */
  readonly path: string;
  readonly column: Column;
  readonly since: Version;
  /** Left out of the document where null: the page's own assets. */
  readonly tag: string | null;
  readonly summary: string;
  readonly query: readonly QueryName[];
  /** By name: shapes are loaded with the first body or document, and a start waits for neither. */
  readonly body?: ShapeName;
  /** Members of the body that may restate the Idempotency-Key or a path id, and never contradict it. */
  readonly restates?: Readonly<Record<string, 'key' | 'id'>>;
  /** The status and body of success; null where the body is not JSON of ours. */
  readonly answers: { readonly status: 200 | 201; readonly body: ShapeName | null };
  /** Who judges a write. */
  readonly owner?: OwnerName;
}

const PAGE: readonly QueryName[] = ['limit', 'cursor', 'include', 'view'];

/** A part of the interactive page, each a route of its own: a part that is not there is an unknown path. */
function docsPart<Path extends string>(path: Path) {
  const row = {
    method: 'GET',
    column: 'open',
    since: '0.1.0',
    tag: null,
    summary: 'A part of the page',
    query: [],
  } as const;
  return { ...row, path, answers: { status: 200, body: null } } as const;
}

/** Every route, keyed by its operationId: the bound name of a key's operation, of a handler and of a generated client. */
export const ROUTES = {
  getContract: {
    method: 'GET',
    path: '/openapi.json',
    column: 'open',
    since: '0.1.0',
    tag: 'Contract',
    summary: 'The contract of this member',
    query: [],
    answers: { status: 200, body: null },
  },
  getDocs: {
    method: 'GET',
    path: '/docs',
    column: 'open',
    since: '0.1.0',
    tag: 'Contract',
    summary: 'The interactive page of the contract',
    query: [],
    answers: { status: 200, body: null },
  },
  getDocsStyle: docsPart('/docs/swagger-ui.css'),
  getDocsBundle: docsPart('/docs/swagger-ui-bundle.js'),
  getDocsStart: docsPart('/docs/start.js'),
  getMe: {
    method: 'GET',
    path: '/me',
    column: 'me',
    since: '0.1.0',
    tag: 'Me',
    summary: 'The caller: user, organisation and capabilities as the platform holds them',
    query: [],
    answers: { status: 200, body: 'Me' },
  },
  getOperation: {
    method: 'GET',
    path: '/operations/:key',
    column: 'read',
    since: '0.1.0',
    tag: 'Operations',
    summary: 'The record of a written key',
    query: [],
    answers: { status: 200, body: 'OperationRecord' },
  },
  listOrders: {
    method: 'GET',
    path: '/orders',
    column: 'read',
    since: '0.1.0',
    tag: 'Orders',
    summary: 'The organisation’s orders, newest first',
    query: PAGE,
    answers: { status: 200, body: 'OrderPage' },
  },
  getOrder: {
    method: 'GET',
    path: '/orders/:id',
    column: 'read',
    since: '0.1.0',
    tag: 'Orders',
    summary: 'One order',
    query: ['view'],
    answers: { status: 200, body: 'OrderUpdated' },
  },
  submitOrder: {
    method: 'POST',
    path: '/orders',
    column: 'write',
    since: '0.1.0',
    tag: 'Orders',
    summary: 'Submit an order; its key is its clientOrderId',
    query: [],
    body: 'SubmitOrderBody',
    restates: { clientOrderId: 'key' },
    answers: { status: 201, body: 'OrderUpdated' },
    owner: 'orders',
  },
  cancelOrder: {
    method: 'POST',
    path: '/orders/:id/cancel',
    column: 'write',
    since: '0.1.0',
    tag: 'Orders',
    summary: 'Cancel an order; one that has ended is answered as it stands',
    query: [],
    body: 'CancelOrderBody',
    restates: { clientOrderId: 'key', orderId: 'id' },
    answers: { status: 200, body: 'OrderUpdated' },
    owner: 'orders',
  },
  listExecutions: {
    method: 'GET',
    path: '/executions',
    column: 'read',
    since: '0.1.0',
    tag: 'Executions',
    summary: 'The executions of the organisation’s orders, newest first',
    query: PAGE,
    answers: { status: 200, body: 'ExecutionPage' },
  },
  getExecution: {
    method: 'GET',
    path: '/executions/:id',
    column: 'read',
    since: '0.1.0',
    tag: 'Executions',
    summary: 'One execution',
    query: ['view'],
    answers: { status: 200, body: 'ExecutionRecorded' },
  },
} as const satisfies Record<string, RouteRow>;

export type OperationId = keyof typeof ROUTES;

/** A row with the widened types that code over all routes needs. */
export function routeOf(operation: OperationId): RouteRow {
  return ROUTES[operation];
}
