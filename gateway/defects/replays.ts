/** Defects on requests and responses: keys of orders with a memory of earlier requests, and replays of one kind. */
import { claimsOf, type HttpRequest, type HttpResponse, headerOf, jsonOf, keyOf, type Layer, routeOf, withHeader } from '../variations/layer.ts';
import { AS_OF, both, DOORS, has, REPLAY, SUBMIT, settingHeader, statusOf } from './changes.ts';
import { defects } from './defect.ts';
import { replayingFirsts, slot, underKey, unknownOperation } from './key-changes.ts';
import { get } from './read-changes.ts';
import { isSubmit, isWrite } from './request-changes.ts';

const isCancel = (request: HttpRequest): boolean => isWrite(request) && routeOf(request).endsWith('/cancel');

/** Changes responses to a key that was answered 202, by `retried`, once its write has settled. */
const afterAPromise =
  (retried: (promise: HttpResponse, settled: HttpResponse, again: () => Promise<HttpResponse>) => HttpResponse | Promise<HttpResponse>) => (): Layer => {
    const promised = new Map<string, HttpResponse>();
    return async (request, next) => {
      const response = await next(request);
      if (!isWrite(request)) return response;
      if (response.status === 202) promised.set(slot(request), response);
      const promise = promised.get(slot(request));
      if (promise === undefined || response.status === 202) return response;
      return retried(promise, response, () => underKey(request, `${keyOf(request)}-again`, next));
    };
  };

/** Answers every use of a key with the first response to it in any organisation. */
function sharedKeys(): Layer {
  const firsts = new Map<string, { readonly org: unknown; readonly response: HttpResponse }>();
  return async (request, next) => {
    if (!isSubmit(request)) return next(request);
    const org = claimsOf(request)['org_id'];
    const first = firsts.get(`${keyOf(request)}`);
    if (first !== undefined && first.org !== org) return withHeader(first.response, REPLAY, 'true');
    const response = await next(request);
    if (response.status === 201) firsts.set(`${keyOf(request)}`, { org, response });
    return response;
  };
}

/** Changes the third and every later response to a key. */
const fromTheThird = (change: (response: HttpResponse, request: HttpRequest) => HttpResponse) => (): Layer => {
  const times = new Map<string, number>();
  return async (request, next) => {
    const response = await next(request);
    if (!isWrite(request) || keyOf(request) === undefined || response.status >= 500) return response;
    const sent = (times.get(slot(request)) ?? 0) + 1;
    times.set(slot(request), sent);
    return sent > 2 ? change(response, request) : response;
  };
};

const FORGOTTEN_AFTER_NS = 20_000_000_000n;

/** Forgets a key once the platform's time is 20 seconds past its first use: the next use of it is a first one. */
const forgetting = (isMeant: (request: HttpRequest, first: HttpResponse) => boolean) => (): Layer => {
  const known = new Map<string, { since: bigint; uses: number; first: HttpResponse }>();
  return async (request, next) => {
    if (!isWrite(request) || keyOf(request) === undefined) return next(request);
    const now = BigInt(headerOf(await next(get(request, '/me')), AS_OF) ?? '0');
    const held = known.get(slot(request));
    if (held === undefined) {
      const first = await next(request);
      known.set(slot(request), { since: now, uses: 0, first });
      return first;
    }
    if (now - held.since > FORGOTTEN_AFTER_NS && isMeant(request, held.first)) {
      held.since = now;
      held.uses += 1;
    }
    return held.uses === 0 ? next(request) : underKey(request, `${keyOf(request)}-${held.uses}`, next);
  };
};

export const REPLAYS_DEFECTS = defects([
  ['IDEM-02 IDEM-09 IDEM-16', 'the key of an order is forgotten after 20 seconds', forgetting((request, first) => isSubmit(request) && first.status === 201)],
  [
    'IDEM-02',
    'a replay serves the order as it is now',
    (): Layer => async (request, next) => {
      const response = await next(request);
      if (!both(SUBMIT, has(REPLAY), statusOf(201))(response, request)) return response;
      const now = await next(get(request, `/orders/${String(jsonOf(response)?.['orderId'])}`));
      return { ...response, body: now.body };
    },
  ],
  ['IDEM-02 | IDEM-04 IDEM-06 ORD-07 POL-04 POS-05', 'a second replay does not say so', fromTheThird((response) => withHeader(response, REPLAY, 'false'))],
  ['IDEM-03', 'an order that the door refuses says that it is a replay', settingHeader(REPLAY, () => 'true', both(SUBMIT, DOORS))],
  ['IDEM-06', 'a key of another operation replays its first response', replayingFirsts((request, first) => isCancel(request) && isSubmit(first))],
  ['IDEM-10', 'the operation of a refused write is unknown', unknownOperation((response) => response.body.includes('"REFUSED"'))],
  ['IDEM-10', 'the operation of a cancel is unknown', unknownOperation((response) => jsonOf(response)?.['operation'] === 'cancelOrder')],
  ['IDEM-13 IDEM-16', 'a key that was promised is another write once it has settled', afterAPromise((_, __, again) => again())],
  ['IDEM-16', 'a key is shared between organisations', sharedKeys],
]);
