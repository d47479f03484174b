/**
 * Answers that fail a check whatever it judges: a 500 to a request of the suite while no fault was set, and a status
 * that the interface does not name. Each is a violation of what its route has to serve.
 */

import { routeOf } from '../../contract/route-requirements.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import {
  errorCode,
  pathOf,
  position,
  retryable,
  sentHeader,
  sentJson,
  status,
  textAt,
} from '../../member/exchange/exchange.ts';
import type { Judgement, Violated } from '../judgement.ts';
import { allOf, evenIfBusy, partsOf, violated } from '../judgement.ts';
import type { ServerErrorRow } from '../record/run-record.ts';

/** The statuses of the interface's error table, and those of its successes. */
const DOCUMENTED = new Set([200, 201, 202, 400, 401, 403, 404, 405, 409, 412, 413, 422, 429, 500, 503]);

const METHODS = new Set(['GET', 'POST', 'PUT']);

function namedRoute({ request: { method, path } }: Exchange) {
  return routeOf(method, path);
}

/** INTERRUPTED may be a 500, and says that a retry with the same key can succeed (IDEM-18). */
function isInterrupted(e: Exchange): boolean {
  return errorCode(e) === 'INTERRUPTED' && retryable(e) === true;
}

/** Whether any HTTP server can read the request: others may be refused with a status of the server's own (A18). */
function isOrdinary({ request, raw }: Exchange): boolean {
  if (raw === true || !METHODS.has(request.method) || !request.headers.some(([name]) => name === 'User-Agent'))
    return false;
  if (request.body === null) return true;
  const body = sentJson({ request } as Exchange);
  const type = sentHeader({ request } as Exchange, 'content-type');
  return type === 'application/json' && typeof body === 'object' && body !== null;
}

/** Codes that the interface names without a status. */
const WITHOUT_STATUS = new Set([
  ...['CREDENTIAL_IN_USE', 'WRONG_CREDENTIAL', 'CREDENTIAL_NOT_ACTIVE', 'CREDENTIAL_UNASSIGNED', 'INTERRUPTED'],
  ...['CREDENTIAL_UNAVAILABLE', 'CONNECTION_DOWN', 'SCOPE_INSUFFICIENT', 'SCOPE_MISMATCH'],
]);

/** Where the interface shows no status: of these codes, of refusals by the owner of algos, and of a page that stands elsewhere. */
function isOpen(e: Exchange): boolean {
  const [seen = 0, path] = [status(e), pathOf(e)];
  if (path === '/docs') return seen >= 300 && seen < 400;
  const isOfAlgos = path.startsWith('/algos/') && e.request.method !== 'GET' && position(e) !== undefined;
  return seen >= 400 && (WITHOUT_STATUS.has(errorCode(e) ?? '') || (isOfAlgos && seen < 500));
}

/** Every answer of a run is tested: the status, which settles most of them, comes first. */
function isServerError(e: Exchange): boolean {
  const seen = status(e);
  if (seen === undefined || e.foreign !== undefined) return false;
  const isWrong =
    seen === 500 ? !isInterrupted(e) : seen >= 200 && !DOCUMENTED.has(seen) && isOrdinary(e) && !isOpen(e);
  return isWrong && namedRoute(e) !== undefined;
}

/** One violation for each route and status; its last exchange is the breaking one. */
export function serverErrors(exchanges: readonly Exchange[]): readonly Violated[] {
  const found = Map.groupBy(exchanges.filter(isServerError), (e) => `${status(e)} ${namedRoute(e)?.name}`);
  return [...found.values()].map((of) => {
    const last = of.at(-1) as Exchange;
    const route = namedRoute(last);
    const expected =
      status(last) === 500 ? 'no 500: nothing was set to fail' : 'a status that the interface names for a request';
    return { ...evenIfBusy(violated(expected, last)), about: route === undefined ? [] : [route.requirement] };
  });
}

/** The judgement, combined with what these answers break. */
export function withServerErrors(judgement: Judgement, all: readonly Violated[]): Judgement {
  const judged = new Set(
    partsOf(judgement).map((part) => (part.verdict === 'violated' ? part.seen.at(-1) : undefined)),
  );
  // Where the check expected another status, the violation is the check's own.
  const errors = all.filter(({ seen: [e] }) => e === undefined || status(e) === 500 || !judged.has(e));
  if (errors.length === 0) return judgement;
  // A check's expectation of an answer that is a 500 is not a second violation.
  const breaking = new Set(errors.flatMap(({ seen }) => seen));
  const others = partsOf(judgement).filter(
    (part) => part.verdict !== 'violated' || !breaking.has(part.seen.at(-1) as Exchange),
  );
  return allOf(
    errors,
    others.filter(({ verdict }) => verdict !== 'inconclusive'),
  );
}

/** Rows for the record, counted over all runs of a check. */
export function serverErrorRows(exchanges: readonly Exchange[]): readonly ServerErrorRow[] {
  const all = exchanges.filter(isServerError);
  const groups = Map.groupBy(all, (e) => `${namedRoute(e)?.name} ${status(e)} ${errorCode(e)}`);
  return [...groups.values()].map((of) => {
    const first = of[0] as Exchange;
    return {
      request: namedRoute(first)?.name ?? first.request.path,
      status: status(first) ?? 0,
      code: errorCode(first) ?? null,
      message: textAt(first, 'error', 'message') ?? null,
      count: of.length,
    };
  });
}
