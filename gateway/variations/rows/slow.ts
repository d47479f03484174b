/**
 * A slow member: writes answered 202, operations that stay pending, stale reads, low limits (decisions A23, A34, A41).
 */
import { inDocument, inSchema } from '../document.ts';
import {
  changeJson,
  claimsOf,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  isObject,
  isReplay,
  type Json,
  jsonOf,
  keyOf,
  type Layer,
  refusal,
  routeOf,
  withHeader,
  withJson,
  withoutHeaders,
} from '../layer.ts';
import { type Timer, variation } from '../variation.ts';

const POSITION = 'X-Service-Global-Sequence';
const AS_OF = 'X-Service-As-Of-Seq-Ts';

/** Whether an owner judged it: its key has an outcome. */
const isRecorded = (response: HttpResponse): boolean => headerOf(response, POSITION) !== undefined && headerOf(response, AS_OF) === undefined;
const isKeyed = (request: HttpRequest): boolean => request.method !== 'GET' && keyOf(request) !== undefined;
const slotOf = (request: HttpRequest, key: string): string => `${String(claimsOf(request)['org_id'])} ${key}`;
const positionOf = (response: HttpResponse): bigint => BigInt(headerOf(response, POSITION) ?? '0');

const operationOf = (request: HttpRequest): string | undefined => /^GET \/operations\/([^/]+)$/.exec(routeOf(request))?.[1];

/** The number of polls that show an operation as pending. */
const PENDING_POLLS = 2;

interface Promised {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  polls: number;
  isPending: boolean;
}

const isSame = (a: HttpRequest, b: HttpRequest): boolean => routeOf(a) === routeOf(b) && a.body.equals(b.body);

/** Whether the response promises an outcome: a member's own refusal has no record. */
const isPromised = (response: HttpResponse): boolean => isRecorded(response) && response.status !== 202 && !isReplay(response);

function promiseOf(request: HttpRequest, response: HttpResponse): HttpResponse {
  const operation = `/operations/${keyOf(request)}`;
  const bare = withoutHeaders(response, 'X-Service-Global-Sequence', 'ETag', 'Location', 'Retry-After');
  return withJson({ ...withHeader(bare, 'Location', operation), status: 202 }, { key: keyOf(request), operation });
}

/** The response of the attempt in flight, under the id of the request that attached to it. */
function attached(request: HttpRequest, { response }: Promised, n: number): HttpResponse {
  const sent = headerOf(request, 'x-request-id') ?? '';
  const requestId = /^[A-Za-z0-9._-]{8,128}$/.test(sent) ? sent : `attached-${n}-0000`;
  const named = withHeader(response, 'X-Request-Id', requestId);
  const error = jsonOf(response)?.['error'];
  return isObject(error) ? withJson(named, { error: { ...error, requestId } }) : named;
}

/**
 * Answers 202 to every write that an owner judges. It settles after two polls, or with a retry that attaches to it.
 */
function everyWrite202(): Layer {
  const promises = new Map<string, Promised>();
  let attachments = 0;
  return async (request, next) => {
    const polled = operationOf(request);
    if (polled !== undefined) {
      const response = await next(request);
      const promise = promises.get(slotOf(request, decodeURIComponent(polled)));
      const json = jsonOf(response);
      if (promise === undefined || !promise.isPending || response.status !== 200 || json === undefined) return response;
      promise.polls += 1;
      promise.isPending = promise.polls < PENDING_POLLS;
      const family = isObject(json['outcome']) ? json['outcome']['family'] : undefined;
      return withJson(response, { ...json, outcome: { family, status: 'PENDING' } });
    }
    const key = keyOf(request);
    if (!isKeyed(request) || key === undefined) return next(request);
    const name = slotOf(request, key);
    const promise = promises.get(name);
    if (promise?.isPending === true && isSame(promise.request, request)) {
      promise.isPending = false;
      attachments += 1;
      return attached(request, promise, attachments);
    }
    const response = await next(request);
    // Another attempt may have returned first.
    const known = promises.get(name);
    if (known !== undefined && isReplay(response)) known.isPending = false;
    if (!isPromised(response)) return response;
    if (known !== undefined && isSame(known.request, request)) return known.isPending ? promiseOf(request, response) : response;
    promises.set(name, { request, response, polls: 0, isPending: true });
    return promiseOf(request, response);
  };
}

/** Shows an operation that a 202 named as pending on the first poll, at the position before the write. */
function firstPollPending(): Layer {
  const promised = new Set<string>();
  let before: { readonly position: bigint; readonly headers: readonly (readonly [string, string])[] } | undefined;
  let served = 0n;
  return async (request, next) => {
    const stateBefore = before;
    const response = await next(request);
    const key = operationOf(request);
    if (response.status === 202 && keyOf(request) !== undefined) {
      promised.add(slotOf(request, keyOf(request) ?? ''));
      return response;
    }
    const asOf = headerOf(response, AS_OF);
    const outcome = jsonOf(response)?.['outcome'];
    const isFirst = key !== undefined && promised.delete(slotOf(request, key));
    if (isFirst && stateBefore !== undefined && stateBefore.position === served && isObject(outcome)) {
      const decided = outcome['globalSequence'];
      const isLater = typeof decided === 'string' && BigInt(decided) > stateBefore.position;
      if (outcome['status'] !== 'PENDING' && isLater) {
        const nulls = Object.fromEntries(Object.keys(outcome).map((name) => [name, null]));
        const pending = { ...nulls, family: outcome['family'], status: 'PENDING' };
        const at = stateBefore.headers.reduce((one, [name, value]) => withHeader(one, name, value), response);
        return withJson(at, { ...jsonOf(response), outcome: pending });
      }
    }
    if (asOf !== undefined && positionOf(response) >= served) {
      served = positionOf(response);
      before = {
        position: served,
        headers: [
          [POSITION, String(served)],
          [AS_OF, asOf],
        ],
      };
    }
    return response;
  };
}

/** The document requires no outcome of an operation. */
const published = inDocument(
  inSchema('OperationRecord', (schema) => ({
    ...schema,
    properties: { ...(schema['properties'] as Json), outcome: {} },
    required: ((schema['required'] as string[] | undefined) ?? []).filter((name) => name !== 'outcome'),
  })),
);

const inPending = (change: (record: Json) => Json): Layer => {
  const records = changeJson((json) => {
    const { outcome } = json;
    return isObject(outcome) && outcome['status'] === 'PENDING' ? change(json) : json;
  });
  return (request, next) => published(request, (one) => records(one, next));
};

/** Maximum age of a read after the last write. */
const LAG_MS = 400;

/**
 * For 400 ms after a write, a read returns what the same caller read there before it; a first read waits. Positions
 * never go back.
 */
function readsBehindWrites(timer: Timer): Layer {
  const former = new Map<string, HttpResponse>();
  let [wroteAtMs, served, made] = [-LAG_MS, 0n, 0];
  return async (request, next) => {
    if (request.method !== 'GET') {
      const response = await next(request);
      if (isKeyed(request) && response.status < 300) wroteAtMs = timer.nowMs();
      return response;
    }
    const name = `${headerOf(request, 'authorization')} ${request.path}`;
    const leftMs = wroteAtMs + LAG_MS - timer.nowMs();
    const known = former.get(name);
    if (leftMs > 0 && operationOf(request) === undefined) {
      if (known !== undefined && positionOf(known) >= served) {
        made += 1;
        return withHeader(known, 'X-Request-Id', headerOf(request, 'x-request-id') ?? `lagging-${made}`);
      }
      await timer.sleep(leftMs);
    }
    const response = await next(request);
    if (headerOf(response, AS_OF) === undefined) return response;
    if (positionOf(response) > served) served = positionOf(response);
    if (response.status === 200) former.set(name, response);
    return response;
  };
}

/** Maximum orders of an organisation within a second; the others are refused, and their keys stay free. */
const ORDERS_A_SECOND = 8;

function ordersLimited(timer: Timer): Layer {
  const sent = new Map<string, number[]>();
  return async (request, next) => {
    if (routeOf(request) !== 'POST /orders' || keyOf(request) === undefined) return next(request);
    const name = String(claimsOf(request)['org_id']);
    const nowMs = timer.nowMs();
    const recent = (sent.get(name) ?? []).filter((atMs) => atMs > nowMs - 1_000);
    if (recent.length < ORDERS_A_SECOND) {
      sent.set(name, [...recent, nowMs]);
      return next(request);
    }
    // A caller who is not admitted gets that refusal instead.
    const caller = request.headers.filter(([header]) => /^(authorization|host)$/i.test(header));
    const response = await next({ method: 'GET', path: '/me', headers: caller, body: Buffer.alloc(0) });
    return response.status === 200 ? refusal(request, 429, 'INBOX_FULL', true) : next(request);
  };
}

/** Variations of a slow member. */
export const SLOW_VARIATIONS = [
  variation('pending-without-outcome', ['A34'], 'A pending operation has no outcome.', () => inPending(({ outcome: _, ...record }) => record)),
  variation('pending-outcome-null', ['A34'], 'The outcome of a pending operation is null.', () => inPending((record) => ({ ...record, outcome: null }))),
  variation('first-poll-pending', ['A23', 'A41'], 'The first poll of an operation shows it pending.', firstPollPending),
  variation(
    'every-write-202',
    ['A23', 'A35'],
    'Every write that an owner judges answers 202, and is settled after two polls or a retry, which attaches to it.',
    everyWrite202,
  ),
  variation('reads-400-ms-behind', ['A41'], 'Reads show a write 400 ms later, or take until then.', readsBehindWrites),
  variation('eight-orders-a-second', ['A31'], 'An organisation sends eight orders a second; further ones answer 429 with Retry-After.', ordersLimited),
] as const;
