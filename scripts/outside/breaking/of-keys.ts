/** Broken both ways: keys, replays and operations. */

import type { Asked, Json, Layer, Told } from '../proxy/telling.ts';
import { asking, claimsOf, having, headerOf, jsonOf, keyOf, routeOf, telling, without } from '../proxy/telling.ts';
import {
  answering,
  asked,
  both,
  breakage,
  CANCEL,
  coded,
  dropping,
  has,
  inJson,
  OWNERS,
  of,
  POSITION,
  REPLAY,
  recoded,
  retryable,
  SUBMIT,
  setting,
  stated,
  statusOf,
  WRITE,
} from './breakage.ts';
import { isSubmit, isWrite } from './on-the-way-in.ts';

const requestIdOf = (told: Told): string => headerOf(told, 'x-request-id') ?? '';
const slot = (one: Asked): string => `${String(claimsOf(one)['org_id'])} ${keyOf(one)}`;

/** The gateway sees each key with a number of uses after it, as far as `again` says. */
function renewedKeys(again: (one: Asked, former: Told | undefined) => boolean): Layer {
  const uses = new Map<string, { readonly n: number; readonly last: Told }>();
  return async (one, next) => {
    const key = keyOf(one);
    if (!isWrite(one) || key === undefined || !/^[\w-]{8,36}$/.test(key)) return next(one);
    const before = uses.get(slot(one));
    const n = before === undefined ? 0 : before.n + (again(one, before.last) ? 1 : 0);
    const renamed = n === 0 ? key : `${key.slice(0, 30)}-${n}`;
    const order = jsonOf(one);
    const inside = order?.['clientOrderId'] === key ? asking(one, { ...order, clientOrderId: renamed }) : one;
    const told = await next(having(inside, 'Idempotency-Key', renamed));
    const last = { ...told, body: told.body.replaceAll(renamed, key) };
    uses.set(slot(one), { n, last });
    return last;
  };
}

const isRecorded = (told: Told | undefined): boolean => told !== undefined && headerOf(told, POSITION) !== undefined;
const reused = (told: Told): Told =>
  telling(without({ ...told, status: 409 }, POSITION, REPLAY), {
    error: { code: 'IDEMPOTENCY_KEY_REUSED', message: 'used', requestId: requestIdOf(told), retryable: false },
  });

export const OF_KEYS = [
  breakage('IDEM-01', 'a missing key is made up', (): Layer => {
    let n = 0;
    return (one, next) => {
      n += 1;
      return next(isWrite(one) && keyOf(one) === undefined ? having(one, 'Idempotency-Key', `made-up-${n}-0000`) : one);
    };
  }),
  breakage(
    'IDEM-01',
    'a malformed key is mended',
    asked((one) =>
      isWrite(one) && keyOf(one) !== undefined
        ? having(
            one,
            'Idempotency-Key',
            (keyOf(one) ?? '').replaceAll(/[^A-Za-z0-9._~-]/g, '-').slice(0, 64) || 'empty-key',
          )
        : one,
    ),
  ),
  breakage(
    'IDEM-01',
    'a missing key answers 428',
    stated(428, (told, one) => told.status === 400 && isWrite(one) && keyOf(one) === undefined),
  ),
  breakage('IDEM-02', 'a replay does not say so', dropping(REPLAY, both(WRITE, statusOf(200, 201)))),
  breakage('IDEM-02', 'a replay answers 200', stated(200, both(SUBMIT, has(REPLAY), statusOf(201)))),
  breakage(
    'IDEM-02',
    'a replay of another body',
    inJson((json) => ({ ...json, qty: '7', leavesQty: '7' }), both(SUBMIT, has(REPLAY), statusOf(201))),
  ),
  breakage(
    'IDEM-02',
    'a replay with a property less',
    inJson(({ side: _, ...json }) => json, both(SUBMIT, has(REPLAY), statusOf(201))),
  ),
  breakage('IDEM-02', 'a replay of a cancel does not say so', dropping(REPLAY, CANCEL)),
  breakage('IDEM-02', 'a key is no key', () => renewedKeys(() => true)),
  breakage('IDEM-02', 'a retry answers 409', answering(both(WRITE, has(REPLAY)), reused)),
  breakage(
    'IDEM-03',
    'a first answer says that it is a replay',
    setting(REPLAY, () => 'true', both(WRITE, statusOf(201))),
  ),
  breakage(
    'IDEM-03',
    'a first cancel says that it is a replay',
    setting(REPLAY, () => 'true', both(CANCEL, statusOf(200))),
  ),
  breakage(
    'IDEM-03',
    'a first refusal says that it is a replay',
    setting(REPLAY, () => 'true', OWNERS),
  ),
  breakage('IDEM-04', 'a replayed refusal does not say so', dropping(REPLAY, OWNERS)),
  breakage('IDEM-04', 'a replayed refusal has another code', recoded('REFUSED_BEFORE', both(OWNERS, has(REPLAY)))),
  breakage('IDEM-04 IDEM-08', "an owner's refusal leaves the key free", () =>
    renewedKeys((_, former) => isRecorded(former) && former !== undefined && former.status >= 400),
  ),
  breakage('IDEM-05', 'a retry under way is refused', (): Layer => {
    const underWay = new Set<string>();
    return async (one, next) => {
      if (!isWrite(one)) return next(one);
      const name = slot(one);
      if (underWay.has(name))
        return {
          status: 409,
          headers: [
            ['Content-Type', 'application/json'],
            ['X-Request-Id', 'made-by-the-proxy'],
          ],
          body: JSON.stringify({
            error: { code: 'IN_PROGRESS', message: 'wait', requestId: 'made-by-the-proxy', retryable: false },
          }),
        };
      underWay.add(name);
      try {
        return await next(one);
      } finally {
        underWay.delete(name);
      }
    };
  }),
  breakage('IDEM-05 IDEM-16', 'a retry under way has its own effect', (): Layer => {
    const underWay = new Map<string, number>();
    return async (one, next) => {
      if (!isSubmit(one)) return next(one);
      const name = slot(one);
      const n = underWay.get(name) ?? 0;
      underWay.set(name, n + 1);
      try {
        if (n === 0) return await next(one);
        const renamed = `${keyOf(one)}-${n}`;
        const told = await next(
          asking(having(one, 'Idempotency-Key', renamed), { ...jsonOf(one), clientOrderId: renamed }),
        );
        return { ...told, body: told.body.replaceAll(renamed, keyOf(one) ?? '') };
      } finally {
        underWay.set(name, (underWay.get(name) ?? 1) - 1);
      }
    };
  }),
  breakage(
    'IDEM-06',
    'a key of another operation answers another code',
    recoded('CONFLICT', coded('IDEMPOTENCY_KEY_REUSED')),
  ),
  breakage('IDEM-06', 'a key of another operation answers 422', stated(422, coded('IDEMPOTENCY_KEY_REUSED'))),
  breakage(
    'IDEM-06',
    'a key is bound to the operation',
    (): Layer => (one, next) =>
      next(
        CANCEL({ status: 0, headers: [], body: '' }, one) && keyOf(one) !== undefined
          ? having(one, 'Idempotency-Key', `${keyOf(one)}.c`)
          : one,
      ),
  ),
  breakage('IDEM-07', 'a door refusal spends the key', (): Layer => {
    const spent = new Map<string, Told>();
    return async (one, next) => {
      const held = isWrite(one) ? spent.get(slot(one)) : undefined;
      if (held !== undefined) return having(held, REPLAY, 'true');
      const told = await next(one);
      if (isWrite(one) && told.status >= 400 && told.status < 429 && !isRecorded(told) && told.status !== 401)
        spent.set(slot(one), told);
      return told;
    };
  }),
  breakage('IDEM-09', 'a key is kept for ever', (): Layer => {
    const kept = new Map<string, Told>();
    return async (one, next) => {
      const told = await next(one);
      if (!isSubmit(one) || told.status !== 201) return told;
      const first = kept.get(slot(one));
      if (first === undefined) kept.set(slot(one), told);
      return first === undefined ? told : having(first, REPLAY, 'true');
    };
  }),
  breakage(
    'IDEM-10',
    'an operation is not there',
    answering(of(/^GET \/operations\//), (told) =>
      told.status === 200
        ? telling(
            { ...told, status: 404 },
            { error: { code: 'UNKNOWN_OPERATION', message: 'none', requestId: requestIdOf(told), retryable: false } },
          )
        : told,
    ),
  ),
  breakage('IDEM-10', 'an unknown key has another code', recoded('NOT_FOUND', coded('UNKNOWN_OPERATION'))),
  breakage(
    'IDEM-10',
    'an operation without its outcome',
    inJson(({ outcome: _, ...json }) => json, of(/^GET \/operations\//)),
  ),
  breakage('IDEM-11', 'a 202 without Location', dropping('Location', statusOf(202))),
  breakage(
    'IDEM-11',
    'a 202 that leads elsewhere',
    setting('Location', () => '/operations/another', statusOf(202)),
  ),
  breakage('IDEM-11', 'a slow write answers 200', stated(200, statusOf(202))),
  breakage('IDEM-12', 'an operation stays as it was first read', (): Layer => {
    const first = new Map<string, string>();
    return async (one, next) => {
      const told = await next(one);
      if (!routeOf(one).startsWith('GET /operations/') || told.status !== 200) return told;
      const read = first.get(one.path) ?? told.body;
      first.set(one.path, read);
      return { ...told, body: read };
    };
  }),
  breakage(
    'IDEM-12',
    'an operation is forgotten after a 202',
    answering(
      (told, one) => routeOf(one).startsWith('GET /operations/') && told.body.includes('PENDING'),
      (told) =>
        telling(
          { ...told, status: 404 },
          { error: { code: 'UNKNOWN_OPERATION', message: 'none', requestId: requestIdOf(told), retryable: false } },
        ),
    ),
  ),
  breakage('IDEM-13', 'a settled key answers 409', (): Layer => {
    const promised = new Set<string>();
    return async (one, next) => {
      const told = await next(one);
      if (told.status === 202) promised.add(slot(one));
      return isWrite(one) && promised.has(slot(one)) && told.status !== 202 ? reused(told) : told;
    };
  }),
  breakage(
    'IDEM-14',
    'a key not looked up answers 202',
    answering(coded('NOT_SERVING'), (told, one) => ({
      ...having(without(told, 'Retry-After'), 'Location', `/operations/${keyOf(one)}`),
      status: 202,
      body: '',
    })),
  ),
  breakage('IDEM-14', 'a key not looked up answers 500', stated(500, coded('NOT_SERVING'))),
  breakage('IDEM-16', 'a key has an effect each time', () => renewedKeys((one) => isSubmit(one))),
  breakage(
    'IDEM-16',
    'every order is listed twice',
    (): Layer => async (one, next) => {
      const told = await next(one);
      const page = routeOf(one) === 'GET /orders' && told.status === 200 ? jsonOf(told) : undefined;
      if (page === undefined) return told;
      const twin = (row: Json): Json => ({ ...row, orderId: String(BigInt(String(row['orderId'])) - 1n) });
      return telling(told, { ...page, items: (page['items'] as Json[]).flatMap((row) => [row, twin(row)]) });
    },
  ),
  breakage('IDEM-17', 'an operation is read by anyone', (): Layer => {
    const read = new Map<string, Told>();
    return async (one, next) => {
      const told = await next(one);
      if (!routeOf(one).startsWith('GET /operations/')) return told;
      if (told.status === 200) read.set(one.path, told);
      return told.status === 404 ? (read.get(one.path) ?? told) : told;
    };
  }),
  breakage('IDEM-18', 'INTERRUPTED is not retryable', retryable(false, coded('INTERRUPTED'))),
  breakage(
    'IDEM-19',
    'a replay names another position',
    setting(POSITION, (told) => String(Number(headerOf(told, POSITION)) + 1), has(REPLAY)),
  ),
  breakage('IDEM-19', 'a replay names no position', dropping(POSITION, has(REPLAY))),
  breakage('IDEM-19', 'a replay under the first request id', (): Layer => {
    const ids = new Map<string, string>();
    return async (one, next) => {
      const told = await next(one);
      const first = isWrite(one) ? ids.get(slot(one)) : undefined;
      if (isWrite(one) && first === undefined && isRecorded(told)) ids.set(slot(one), requestIdOf(told));
      return first !== undefined && headerOf(told, REPLAY) === 'true' ? having(told, 'X-Request-Id', first) : told;
    };
  }),
  breakage('IDEM-19', "a replayed refusal under the first request's id", (): Layer => {
    const ids = new Map<string, string>();
    return async (one, next) => {
      const told = await next(one);
      const error = jsonOf(told)?.['error'] as Json | undefined;
      if (!isWrite(one) || error === undefined || !isRecorded(told)) return told;
      const first = ids.get(slot(one)) ?? requestIdOf(told);
      ids.set(slot(one), first);
      return telling(told, { error: { ...error, requestId: first } });
    };
  }),
];
