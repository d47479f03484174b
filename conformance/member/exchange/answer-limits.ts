/** Limits on how much of one response is read, so that an endless response cannot exhaust memory. */
import { routeOf } from '../../contract/route-requirements.ts';
import { REST_ROUTES } from '../../contract/routes.ts';
import type { Exchange } from './exchange.ts';

const MIB = 1024 * 1024;

/** Maximum size of the body. The longest response of a gateway, its contract document, is below 1 MB. */
export const LONGEST_ANSWER_BYTES = 8 * MIB;
/** The failure of an exchange whose body exceeds the limit. */
export const TOO_LONG = `an answer longer than ${LONGEST_ANSWER_BYTES / MIB} MB`;

/** Maximum size of the status line and the headers together, as in undici and node:http. */
export const LONGEST_HEAD_BYTES = 16 * 1024;
/** The failure of an exchange whose head exceeds the limit. */
export const HEAD_TOO_LONG = `a head of an answer longer than ${LONGEST_HEAD_BYTES / 1024} KB`;

const PAGES: ReadonlySet<string> = new Set(
  REST_ROUTES.filter(({ kind }) => kind === 'page').map(({ method, path }) => `${method} ${path}`),
);

/**
 * Whether this is a page without a limit of a collection with very many rows: the member answered as it must, and the
 * suite did not read it to its end.
 */
export function isTooLongPage({ request: { method, path }, failure }: Pick<Exchange, 'request' | 'failure'>): boolean {
  return failure === TOO_LONG && !/[?&]limit=/.test(path) && PAGES.has(routeOf(method, path)?.name ?? '');
}
