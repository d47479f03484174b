/** Changes that send a write under another key, or remember the first response to a key. */
import {
  claimsOf,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  isReplay,
  jsonOf,
  keyOf,
  type Layer,
  type Next,
  withBody,
  withHeader,
} from '../variations/layer.ts';
import { POSITION, REPLAY, type When } from './changes.ts';
import { refused } from './register-changes.ts';

/** The X-Request-Id of a response; '' if it has none. */
export const requestIdOf = (response: HttpResponse): string => headerOf(response, 'x-request-id') ?? '';
/** Whether the response names a position: an owner judged the write. */
export const isRecorded = (response: HttpResponse): boolean => headerOf(response, POSITION) !== undefined;
/** The organisation and the key: the pair by which a member deduplicates. */
export const slot = (request: HttpRequest): string => `${String(claimsOf(request)['org_id'])} ${keyOf(request)}`;

/** Sends a write under another key. The response names the key that the client sent. */
export async function underKey(request: HttpRequest, key: string, next: Next): Promise<HttpResponse> {
  const sent = keyOf(request) ?? '';
  const order = jsonOf(request);
  const inside = order?.['clientOrderId'] === sent ? withBody(request, { ...order, clientOrderId: key }) : request;
  const response = await next(withHeader(inside, 'Idempotency-Key', key));
  return { ...response, body: response.body.replaceAll(key, sent) };
}

/** Records the responses that fulfil `isSpent` for their keys, as if an owner had judged the write. */
export const spendingKeys = (isSpent: When) => (): Layer => {
  const spent = new Map<string, HttpResponse>();
  return async (request, next) => {
    if (keyOf(request) === undefined) return next(request);
    const held = spent.get(slot(request));
    if (held !== undefined) return withHeader(held, REPLAY, 'true');
    const response = await next(request);
    if (isSpent(response, request)) spent.set(slot(request), response);
    return response;
  };
};

/** Replays the first response for a key that another write reuses, if `isMeant` holds for the two requests. */
export const replayingFirsts = (isMeant: (request: HttpRequest, first: HttpRequest) => boolean) => (): Layer => {
  const firsts = new Map<string, { readonly request: HttpRequest; readonly response: HttpResponse }>();
  return async (request, next) => {
    const response = await next(request);
    if (keyOf(request) === undefined) return response;
    const first = firsts.get(slot(request));
    if ([200, 201].includes(response.status) && !isReplay(response)) firsts.set(slot(request), { request, response });
    if (first === undefined || !response.body.includes('IDEMPOTENCY_KEY_REUSED')) return response;
    if (!isMeant(request, first.request)) return response;
    return withHeader(withHeader(first.response, 'X-Request-Id', requestIdOf(response)), REPLAY, 'true');
  };
};

/** Answers that the operation of a key is unknown, if `when` holds for its record. */
export const unknownOperation = (when: When) =>
  refused(404, 'UNKNOWN_OPERATION', (response, request) => request.path.startsWith('/operations/') && response.status === 200 && when(response, request));
