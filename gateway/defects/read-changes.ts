/** Changes of one read, selected by its path: its page, its row, its refusals. */
import { type HttpRequest, queryOf, withoutHeaders } from '../variations/layer.ts';
import { both, of, REFUSAL, statusOf, type When } from './changes.ts';

/** A read of another path by the same caller. */
export const get = (request: HttpRequest, path: string): HttpRequest => ({
  ...withoutHeaders(request, 'Content-Type', 'Content-Length', 'Idempotency-Key', 'If-Match'),
  method: 'GET',
  path,
  body: Buffer.alloc(0),
});

/** A response with status 200. */
export const OK = statusOf(200);

/** A served page of this collection. */
export const page = (path: string): When => both(of(new RegExp(`^GET /${path}$`)), OK);

/** A served row of this collection. */
export const row = (path: string): When => both(of(new RegExp(`^GET /${path}/[0-9]+$`)), OK);

/** A read of a row that the organisation does not hold. */
export const unheld = (path: string): When => both(of(new RegExp(`^GET /${path}/[0-9]+$`)), statusOf(404));

/** A refused read of this collection. */
export const refusedOf = (path: string): When => both(of(new RegExp(`^GET /${path}\\b`)), REFUSAL);

/** The request states a page size. */
export const isPaged: When = (_, request) => queryOf(request).get('limit') !== null;

/** The request continues from a cursor. */
export const isLater: When = (_, request) => queryOf(request).get('cursor') !== null;
