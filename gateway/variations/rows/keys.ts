/** Allowed differences of keys, creations and operations (decisions A15 to A38, A78). */
import {
  changeJson,
  changeResponse,
  claimsOf,
  everyObject,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  isObject,
  isReplay,
  jsonOf,
  keyOf,
  type Layer,
  refusal,
  routeOf,
  withHeader,
  withJson,
} from '../layer.ts';
import { variation } from '../variation.ts';

const slot = (request: HttpRequest): string => `${String(claimsOf(request)['org_id'])} ${keyOf(request)}`;
const isCancel = (request: HttpRequest): boolean => /^POST \/orders\/[^/]+\/cancel$/.test(routeOf(request));
const isSubmit = (request: HttpRequest): boolean => routeOf(request) === 'POST /orders';
const isTheWrite = (request: HttpRequest): boolean => isSubmit(request) || isCancel(request);
const isRecorded = (answer: HttpResponse): boolean =>
  headerOf(answer, 'x-service-global-sequence') !== undefined && headerOf(answer, 'x-service-as-of-seq-ts') === undefined;

interface Recorded {
  readonly request: HttpRequest;
  readonly answer: HttpResponse;
}

/** Remembers the first recorded response of each key. */
function keeping(otherwise: (first: Recorded | undefined, request: HttpRequest, answer: HttpResponse) => HttpResponse | Promise<HttpResponse>): Layer {
  const recorded = new Map<string, Recorded>();
  return async (request, next) => {
    const answer = await next(request);
    if (!isTheWrite(request) || keyOf(request) === undefined) return answer;
    const before = recorded.get(slot(request));
    if (before === undefined && isRecorded(answer) && !isReplay(answer)) recorded.set(slot(request), { request, answer });
    return otherwise(before, request, answer);
  };
}

/** The remembered response as a replay to this request, under its own request id. */
function replayed({ answer }: Recorded, current: HttpResponse): HttpResponse {
  const id = headerOf(current, 'x-request-id') ?? '';
  const named = withHeader(withHeader(answer, 'X-Request-Id', id), 'Idempotent-Replay', 'true');
  const error = jsonOf(answer)?.['error'];
  return isObject(error) ? withJson(named, { error: { ...error, requestId: id } }) : named;
}

/** Answers a retry of a write in progress with the outcome of the first request. */
function attached(): Layer {
  const inProgress = new Map<string, number>();
  return async (request, next) => {
    if (!isTheWrite(request)) return next(request);
    const name = slot(request);
    const others = inProgress.get(name) ?? 0;
    inProgress.set(name, others + 1);
    try {
      const answer = await next(request);
      return others > 0 && isRecorded(answer) ? withHeader(answer, 'Idempotent-Replay', 'true') : answer;
    } finally {
      inProgress.set(name, (inProgress.get(name) ?? 1) - 1);
    }
  };
}

/** Answers that an operation in progress is unknown unless a 202 named it. */
function unknownBeforeA202(): Layer {
  const promised = new Set<string>();
  return async (request, next) => {
    const answer = await next(request);
    if (answer.status === 202) promised.add(keyOf(request) ?? '');
    const key = /^GET \/operations\/(.+)$/.exec(routeOf(request))?.[1];
    const outcome = jsonOf(answer)?.['outcome'];
    if (key === undefined || promised.has(key) || !isObject(outcome) || outcome['status'] !== 'PENDING') return answer;
    const { status, body } = refusal(request, 404, 'UNKNOWN_OPERATION');
    const id = headerOf(answer, 'x-request-id') ?? '';
    return { ...answer, status, body: body.replace('made-by-the-proxy-0001', id) };
  };
}

function staying202(): Layer {
  const promises = new Map<string, HttpResponse>();
  return async (request, next) => {
    const answer = await next(request);
    if (!isTheWrite(request)) return answer;
    const promise = promises.get(slot(request));
    if (answer.status === 202 && promise === undefined) promises.set(slot(request), answer);
    if (promise === undefined || !isRecorded(answer)) return answer;
    return withHeader(withHeader(promise, 'X-Request-Id', headerOf(answer, 'x-request-id') ?? ''), 'Idempotent-Replay', 'true');
  };
}

/** Refuses to cancel an order without a remainder; the refusal is recorded under its key. */
function cancelsOnce(): Layer {
  const over = new Set<string>();
  const refused = new Map<string, true>();
  return async (request, next) => {
    const answer = await next(request);
    const row = jsonOf(answer);
    if (!isCancel(request) || answer.status !== 200 || row === undefined) return answer;
    const id = String(row['orderId']);
    const first = isReplay(answer) ? !refused.has(slot(request)) : !over.has(id);
    over.add(id);
    if (first) return answer;
    refused.set(slot(request), true);
    const requestId = headerOf(answer, 'x-request-id');
    const error = { code: 'ORDER_CLOSED', message: 'the order is closed', requestId, retryable: false };
    return withJson({ ...answer, status: 409 }, { error });
  };
}

const stringBody = (request: HttpRequest): string => request.body.toString();

/** Variations of keys, creations and operations (decisions A15 to A38, A78). */
export const KEYS_VARIATIONS = [
  variation('order-created-200', ['A78'], 'POST /orders answers 200.', () =>
    changeResponse((answer, request) => (isSubmit(request) && answer.status === 201 ? { ...answer, status: 200 } : answer)),
  ),
  variation('replay-header-false', ['A25'], 'First answers carry `Idempotent-Replay: false`.', () =>
    changeResponse((answer, request) =>
      isTheWrite(request) && headerOf(answer, 'idempotent-replay') === undefined ? withHeader(answer, 'Idempotent-Replay', 'false') : answer,
    ),
  ),
  variation('other-body-409', ['A21'], 'A held key with another body answers 409 IDEMPOTENCY_KEY_REUSED.', () =>
    keeping((first, request, answer) =>
      first !== undefined && isReplay(answer) && stringBody(first.request) !== stringBody(request)
        ? withIdOf(answer, refusal(request, 409, 'IDEMPOTENCY_KEY_REUSED'))
        : answer,
    ),
  ),
  variation('replay-across-users', ['A20'], 'A key that another user of the organisation holds replays its answer.', () =>
    keeping((first, request, answer) =>
      first !== undefined &&
      jsonOf(answer)?.['error'] !== undefined &&
      answer.status === 409 &&
      routeOf(first.request) === routeOf(request) &&
      claimsOf(first.request)['sub'] !== claimsOf(request)['sub']
        ? replayed(first, answer)
        : answer,
    ),
  ),
  variation('malformed-body-replays', ['A29'], 'A held key with a malformed body replays the first answer.', () =>
    keeping((first, request, answer) =>
      first !== undefined && answer.status === 400 && routeOf(first.request) === routeOf(request) ? replayed(first, answer) : answer,
    ),
  ),
  variation('attached-answer-is-replay', ['A24'], 'An attached answer carries `Idempotent-Replay: true`.', attached),
  variation('operation-unknown-before-202', ['A34'], 'GET /operations/{key} answers 404 until a 202 was answered.', unknownBeforeA202),
  variation('key-replays-the-202', ['A23'], 'A key whose first answer was 202 replays the 202.', staying202),
  variation('cancel-of-closed-order-refused', [], 'A cancel of a closed order is refused with 409.', cancelsOnce),
  variation('cancelled-order-keeps-leaves-qty', [], 'A cancelled order keeps its leavesQty.', () =>
    changeJson((json) => everyObject(json, (row) => (row['status'] === 'CANCELLED' && row['cumQty'] === '0' ? { ...row, leavesQty: row['qty'] } : row))),
  ),
  variation(
    'unknown-parameters-of-writes-ignored',
    ['A15'],
    'Writes ignore unknown query parameters.',
    () => (request, next) => next(isTheWrite(request) ? { ...request, path: request.path.split('?', 1)[0] ?? '' } : request),
  ),
] as const;

/** The layer's own refusal under the request id of the gateway's response. */
function withIdOf(answer: HttpResponse, own: HttpResponse): HttpResponse {
  const id = headerOf(answer, 'x-request-id') ?? '';
  const error = jsonOf(own)?.['error'];
  return withJson(withHeader(own, 'X-Request-Id', id), {
    error: isObject(error) ? { ...error, requestId: id } : error,
  });
}
