import { INT32_MAX } from '../contract/int32.ts';
import { malformed, Refusal } from '../contract/refusals.ts';
import type { QueryName, RouteRow, View } from '../contract/routes.ts';
import type { Gates } from '../contract/versions.ts';
import type { UserStatus } from '../facts.ts';
import { type Query, stage } from '../stage.ts';

const LIMIT_GRAMMAR = /^[1-9][0-9]*$/;
const LARGEST_PAGE = 100;

/**
 * The query, decoded strictly from its own bytes. A parameter that the route does not accept, a repeated or empty one,
 * and an escape that is not UTF-8 are refused (QRY-01, ERR-18, trap X7).
 */
export const readQuery = stage({
  name: 'read-query',
  refuses: ['MALFORMED_REQUEST', 'INVALID_CURSOR'],
  needs: ['services', 'route', 'rawQuery'],
  gives: ['query'],
  run({ services, route, rawQuery }) {
    return { query: rawQuery === '' ? NO_QUERY : queryOf(rawQuery, route, services.gates) };
  },
});

const NO_QUERY: Query = { includeTotal: false, view: 'latest' };

function queryOf(rawQuery: string, route: RouteRow, gates: Gates): Query {
  const sent = new Map<QueryName, string>();
  for (const part of rawQuery.split('&')) {
    // An empty part is ignored: some clients end the query with `&`.
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decoded(equals < 0 ? part : part.slice(0, equals));
    const value = decoded(equals < 0 ? '' : part.slice(equals + 1));
    if (!isTaken(name, route, gates)) {
      if (!gates['queries.closed'] && route.refusedQuery?.includes(name) !== true) continue;
      throw malformed(
        route.query.length === 0
          ? `${name.slice(0, 80)}: this route takes no query parameter`
          : `${name.slice(0, 80)}: not a parameter of this route, which takes ${takenBy(route, gates).join(', ')}`,
      );
    }
    if (sent.has(name)) throw malformed(`${name}: sent more than once`);
    sent.set(name, value);
  }
  return {
    ...limitOf(sent.get('limit')),
    ...cursorOf(sent.get('cursor')),
    includeTotal: includesTotal(sent.get('include')),
    view: viewOf(sent.get('view'), route),
    ...statusOf(sent.get('status')),
    ...accountOf(sent.get('accountId')),
  };
}

function isTaken(name: string, route: RouteRow, gates: Gates): name is QueryName {
  if (!gates['pages.cursors'] && OF_PAGES.includes(name)) return false;
  return (route.query as readonly string[]).includes(name);
}

function takenBy(route: RouteRow, gates: Gates): readonly QueryName[] {
  return route.query.filter((name) => isTaken(name, route, gates));
}

/** On a route without pages these are unknown parameters. */
const OF_PAGES: readonly string[] = ['limit', 'cursor', 'include'] satisfies QueryName[];

/** Page sizes past 100 are clamped to 100 (PAGE-03). */
function limitOf(text: string | undefined): { limit?: number } {
  if (text === undefined) return {};
  if (!LIMIT_GRAMMAR.test(text)) throw malformed('limit: not a whole number from 1 on');
  return { limit: Math.min(Number(text), LARGEST_PAGE) };
}

function cursorOf(text: string | undefined): { cursor?: string } {
  if (text === '') throw new Refusal('INVALID_CURSOR', 'cursor: empty');
  return text === undefined ? {} : { cursor: text };
}

function includesTotal(text: string | undefined): boolean {
  if (text !== undefined && text !== 'total') throw malformed('include: only total can be included');
  return text !== undefined;
}

/** The register has two views; every other read has only the latest state (QRY-04 to QRY-07). */
function viewOf(text: string | undefined, { views = LATEST_ALONE }: RouteRow): View {
  const view = views.find((taken) => taken === (text ?? 'latest'));
  if (view === undefined) throw malformed(`view: this read takes ${views.join(' or ')}`);
  return view;
}

const LATEST_ALONE: readonly View[] = ['latest'];

const USER_STATUSES: readonly UserStatus[] = ['AWAITING_ADMISSION', 'ACTIVE', 'DISABLED'];

function statusOf(text: string | undefined): { status?: UserStatus } {
  if (text === undefined) return {};
  const status = USER_STATUSES.find((known) => known === text);
  if (status === undefined) throw malformed(`status: one of ${USER_STATUSES.join(', ')}`);
  return { status };
}

function accountOf(text: string | undefined): { accountId?: number } {
  if (text === undefined) return {};
  if (!/^[1-9][0-9]{0,9}$/.test(text) || Number(text) > INT32_MAX) throw malformed('accountId: not a positive int32');
  return { accountId: Number(text) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw malformed('the query string does not decode: a % escape in it is not UTF-8');
  }
}
