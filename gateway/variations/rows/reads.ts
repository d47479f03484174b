/** Allowed differences of pages, parameters and bodies (decisions A47 to A76). */
import {
  changeJson,
  changeResponse,
  claimsOf,
  everyObject,
  type HttpRequest,
  headerOf,
  isObject,
  type Json,
  jsonOf,
  type Layer,
  queryOf,
  refusal,
  routeOf,
  withBody,
  withJson,
  withQuery,
} from '../layer.ts';
import { variation } from '../variation.ts';

const COLLECTION =
  /^GET \/(orders|executions|orgs|users|credentials|accounts|account-addresses|portfolios|[a-z]+-policies|account-balances|algos\/(instances|versions)|algos\/instances\/[0-9]+\/(configs|orders))$/;
const isCollection = (request: HttpRequest): boolean => COLLECTION.test(routeOf(request));
const isOfOrders = (request: HttpRequest): boolean => /^GET \/(orders|executions)$/.test(routeOf(request));

/** The binding of a cursor: collection, filters and organisation. */
function boundTo(request: HttpRequest): string {
  const query = queryOf(request);
  for (const name of ['cursor', 'limit', 'include']) query.delete(name);
  return `${routeOf(request)} ${query} ${String(claimsOf(request)['org_id'])}`;
}

function changeQuery(of: HttpRequest, change: (query: URLSearchParams) => void): HttpRequest {
  const query = queryOf(of);
  change(query);
  return withQuery(of, query);
}

/** The layer's own cursors, each valid only for its walk; any other cursor goes to the gateway unchanged. */
class OwnCursors {
  /** Distinguishes the cursors of one layer from those of another. */
  readonly #layer: string;
  readonly #made = new Map<string, { readonly bound: string; readonly way: string }>();

  constructor(layer: string) {
    this.#layer = layer;
  }

  make(of: HttpRequest, way: string): string {
    const cursor = `${this.#layer}-${this.#made.size + 1}-${'z'.repeat(20)}`;
    this.#made.set(cursor, { bound: boundTo(of), way });
    return cursor;
  }

  wayOf(of: HttpRequest): string | undefined {
    const made = this.#made.get(queryOf(of).get('cursor') ?? '');
    return made?.bound === boundTo(of) ? made.way : undefined;
  }
}

/** Adds a prevCursor to a first page: it leads to an empty page, whose nextCursor leads forward again. */
function prevOnFirstPages(): Layer {
  const own = new OwnCursors('before');
  return async (of, next) => {
    if (!isCollection(of)) return next(of);
    const way = own.wayOf(of);
    const answer = await next(way === undefined ? of : changeQuery(of, (query) => query.delete('cursor')));
    const page = jsonOf(answer);
    if (answer.status !== 200 || page === undefined) return answer;
    if (way === 'before') return withJson(answer, { ...page, items: [], prevCursor: null, nextCursor: own.make(of, 'first') });
    const first = way === 'first' || queryOf(of).get('cursor') === null;
    // A member older than pages has no cursors.
    return first && page['prevCursor'] !== undefined && queryOf(of).get('limit') !== null
      ? withJson(answer, { ...page, prevCursor: own.make(of, 'before') })
      : answer;
  };
}

/** Adds a nextCursor to the last page: it leads to an empty one. */
function emptyPageAtTheEnd(): Layer {
  const own = new OwnCursors('after');
  return async (of, next) => {
    if (!isCollection(of)) return next(of);
    const way = own.wayOf(of);
    if (way !== undefined) {
      const [kind, former = ''] = way.split(' ');
      const last = changeQuery(of, (query) => (former === '' ? query.delete('cursor') : query.set('cursor', former)));
      const answer = await next(last);
      const page = jsonOf(answer);
      if (kind === 'last' || answer.status !== 200 || page === undefined) return answer;
      return withJson(answer, { ...page, items: [], nextCursor: null, prevCursor: own.make(of, `last ${former}`) });
    }
    const answer = await next(of);
    const page = jsonOf(answer);
    const paged = queryOf(of).get('limit') !== null && answer.status === 200;
    if (!paged || page === undefined || page['nextCursor'] !== null || (page['items'] as unknown[]).length === 0) return answer;
    return withJson(answer, { ...page, nextCursor: own.make(of, `after ${queryOf(of).get('cursor') ?? ''}`) });
  };
}

/** Serves longer cursors with characters that a URL must encode. */
function otherCursors(): Layer {
  const wrap = (cursor: unknown): unknown => (typeof cursor === 'string' ? `c=${Buffer.from(cursor).toString('base64')}/+${'~'.repeat(300)}==` : cursor);
  return async (of, next) => {
    const sent = queryOf(of).get('cursor');
    const inner = /^c=([A-Za-z0-9+/=]+?)\/\+~{300}==$/.exec(sent ?? '')?.[1];
    const within = inner === undefined ? undefined : Buffer.from(inner, 'base64').toString();
    if (sent !== null && sent !== '' && within === undefined) return next(changeQuery(of, (query) => query.set('cursor', '!')));
    const answer = await next(within === undefined ? of : changeQuery(of, (query) => query.set('cursor', within)));
    const page = jsonOf(answer);
    if (!isCollection(of) || page === undefined || answer.status !== 200) return answer;
    return withJson(answer, { ...page, nextCursor: wrap(page['nextCursor']), prevCursor: wrap(page['prevCursor']) });
  };
}

const dropping =
  (name: string, when: (value: string) => boolean): Layer =>
  (of, next) => {
    const value = queryOf(of).get(name);
    return next(isCollection(of) && value !== null && when(value) ? changeQuery(of, (query) => query.delete(name)) : of);
  };

const KNOWN = ['accountId', 'account', 'instrumentId', 'instrument', 'clientOrderId', 'side', 'price', 'qty', 'orderId'];
const REFUSED = /^(userId|algoInstanceId)$|Scale$/;

const inBody =
  (change: (body: Json) => Json): Layer =>
  (of, next) => {
    const body = routeOf(of).startsWith('POST /orders') ? jsonOf(of) : undefined;
    return next(body === undefined ? of : withBody(of, change(body)));
  };

const codeOf = (json: Json | undefined): unknown => {
  const error = json?.['error'];
  return isObject(error) ? error['code'] : undefined;
};

const isSubmit = (of: HttpRequest): boolean => routeOf(of) === 'POST /orders';

/** Variations of pages, parameters and bodies (decisions A47 to A76). */
export const READS_VARIATIONS = [
  variation('prev-cursor-on-first-page', ['A50'], 'A first page has a prevCursor.', prevOnFirstPages),
  variation('empty-page-after-the-last', ['A49'], 'The last full page is followed by an empty page.', emptyPageAtTheEnd),
  variation('other-cursors', ['A54'], 'Cursors are long and hold characters that a URL must encode.', otherCursors),
  variation('cursor-without-limit-pages', ['A48'], 'A cursor without a limit answers pages.', () => (of, next) => {
    const query = queryOf(of);
    const alone = isCollection(of) && query.get('cursor') !== null && query.get('limit') === null;
    return next(alone ? changeQuery(of, (more) => more.set('limit', '1')) : of);
  }),
  variation('empty-cursor-ignored', ['A55'], 'An empty cursor answers the first page.', () => dropping('cursor', (value) => value === '')),
  variation('empty-limit-ignored', ['A17'], 'An empty limit is ignored.', () => dropping('limit', (value) => value === '')),
  variation(
    'limit-with-leading-zeros',
    ['A47'],
    'A limit with leading zeros is taken.',
    () => (of, next) => next(isCollection(of) ? changeQuery(of, (query) => leadingZeros(query)) : of),
  ),
  variation('other-include-ignored', ['A60'], 'An include other than `total` is ignored.', () => dropping('include', (value) => value !== 'total')),
  variation('status-filter-ignored', ['A59'], 'A status filter on orders and executions is ignored.', () => {
    const unseen = dropping('status', () => true);
    return (of, next) => (isOfOrders(of) ? unseen(of, next) : next(of));
  }),
  variation('empty-cursor-malformed-request', ['A55'], 'An empty cursor answers MALFORMED_REQUEST.', () =>
    changeJson((json, _, of) =>
      codeOf(json) === 'INVALID_CURSOR' && queryOf(of).get('cursor') === ''
        ? everyObject(json, (object) => ('code' in object ? { ...object, code: 'MALFORMED_REQUEST' } : object))
        : json,
    ),
  ),
  variation('body-cap-1000000', ['A63'], 'The body limit is 1,000,000 bytes.', () =>
    changeResponse((answer, of) =>
      Number(headerOf(of, 'content-length') ?? 0) > 1_000_000 && answer.status < 401 ? refusal(of, 413, 'PAYLOAD_TOO_LARGE') : answer,
    ),
  ),
  variation('unknown-body-members-ignored', ['A67'], 'Unknown members of an order body are ignored.', () =>
    inBody((body) => Object.fromEntries(Object.entries(body).filter(([name]) => KNOWN.includes(name) || REFUSED.test(name)))),
  ),
  variation('int32-as-string', ['A68'], 'Integer ids of an order body may be strings.', () =>
    inBody((body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => {
          const text = typeof value === 'string' && /^[1-9][0-9]{0,8}$/.test(value);
          return [name, text && /^(account|instrument)Id$/.test(name) ? Number(value) : value];
        }),
      ),
    ),
  ),
  variation('disagreeing-names-422', ['A75'], 'An id and a name that disagree answer 422.', () => async (of, next) => {
    const answer = await next(of);
    const body = isSubmit(of) ? jsonOf(of) : undefined;
    const both = body !== undefined && (has(body, 'accountId', 'account') || has(body, 'instrumentId', 'instrument'));
    return both && answer.status === 400 ? refusal(of, 422, 'NAMES_DISAGREE') : answer;
  }),
  variation(
    'no-media-type-400',
    ['A65'],
    'A body without a media type answers 400.',
    () => async (of, next) =>
      of.method === 'POST' && of.body.length > 0 && headerOf(of, 'content-type') === undefined && bears(of) ? refusal(of, 400, 'MALFORMED_REQUEST') : next(of),
  ),
] as const;

function bears(of: HttpRequest): boolean {
  return headerOf(of, 'authorization') !== undefined;
}

function has(body: Json, ...names: readonly string[]): boolean {
  return names.every((name) => body[name] !== undefined);
}

function leadingZeros(query: URLSearchParams): void {
  const limit = query.get('limit');
  if (limit !== null && /^0+[1-9][0-9]*$/.test(limit)) query.set('limit', limit.replace(/^0+/, ''));
}
