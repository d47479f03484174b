/** Defects on requests and responses: policies, their money, and what they bind. */
import { everyObject, type HttpRequest, type Json, jsonOf, keyOf, type Layer, refusal, routeOf, withBody, withHeader, withJson } from '../variations/layer.ts';
import { both, changeWhere, coded, codeOf, droppingHeader, inJson, of, POSITION, REPLAY, retryable, statusOf, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { keeping, to, unwritten, written } from './register-changes.ts';

const POLICY = /^(GET|PUT) \/[a-z]+-policies\/[0-9]+$/;
const PROPOSED = /^POST \/[a-z]+-policies$/;
const ASSETS = /^POST \/(asset|chain)-policies$/;
const TRADING = /^POST \/trading-policies$/;
const ANY = /^[A-Z]+ \/[a-z]+-policies/;
const HALT = /^POST \/[a-z]+-policies\/[0-9]+\/halt$/;

const AMOUNTS = /^(max|min)[A-Z][a-zA-Z]*(Amount|Qty|Notional)$|Amount$/;

/** Changes every amount of a sent policy that is text. */
const amounts = (change: (text: string) => string, route = PROPOSED) =>
  written(route, (body) =>
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, AMOUNTS.test(name) && typeof value === 'string' ? change(value) : value])),
  );

/** Changes every amount of a served policy. */
const told = (change: (amount: unknown) => unknown) =>
  inJson(
    (json) => everyObject(json, (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, AMOUNTS.test(name) ? change(value) : value]))),
    of(ANY),
  );

const text = (change: (amount: string) => string) => told((amount) => (typeof amount === 'string' ? change(amount) : amount));

/** Removes the named members from a proposed policy. */
const without = (route: RegExp, ...names: readonly string[]) =>
  written(route, (body) => Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))));

const governs = ({ instrumentId }: Json): boolean => Boolean(instrumentId);

/** Repeats a policy that was refused for amounts that do not fit together, with one amount less. */
const lessening = (names: readonly string[], route = ASSETS) => {
  return (): Layer => async (request: HttpRequest, next) => {
    const response = await next(request);
    const body = jsonOf(request);
    if (!to(route)(request) || codeOf(response) !== 'INVALID_FIELD' || body === undefined) return response;
    const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
    return next(withHeader(withBody(request, rest), 'Idempotency-Key', `${keyOf(request)}-less`));
  };
};

/** Refuses an order within a cap as one over it. */
const overCap = (isOver: (order: Json, caps: Json) => boolean) => {
  return (): Layer => {
    let caps: Json = {};
    return async (request, next) => {
      const response = await next(request);
      const body = jsonOf(request);
      if (TRADING.test(routeOf(request)) && response.status === 201) caps = body ?? {};
      const hit = routeOf(request) === 'POST /orders' && response.status === 201 && body !== undefined && isOver(body, caps);
      if (!hit) return response;
      const { body: refused } = refusal(request, 422, 'MAX_ORDER_QTY_EXCEEDED');
      return withJson({ ...response, status: 422 }, JSON.parse(refused));
    };
  };
};

/** Whether all amounts are 64-bit integers at the finest scale among them. */
function fitTogether(...stated: readonly unknown[]): boolean {
  const amounts = stated.filter((one) => typeof one === 'string').map((one) => one.split('.'));
  const scale = Math.max(0, ...amounts.map(([, places = '']) => places.length));
  return amounts.every(([whole, places = '']) => BigInt(`${whole}${places.padEnd(scale, '0')}`) < 2n ** 63n);
}

export const POLICIES_DEFECTS = defects([
  ['POL-01', 'a policy is restated to what it was', unwritten(/^PUT \/[a-z]+-policies\/[0-9]+$/)],
  ['POL-01', 'a policy is not to be halted', inErrorOf(HALT, 'ROUTE_NOT_FOUND', 404)],
  ['POL-01 | SVC-11', 'an arm of a policy answers nothing', changeWhere(both(statusOf(200), of(HALT)), (response) => ({ ...response, body: '{}' }))],
  [
    'POL-01',
    'an arm of a policy answers another row',
    inJson((json) => ('chainPolicyId' in json ? { ...json, chainPolicyId: 17 } : json), of(/^POST \/chain-policies\/[0-9]+\//)),
  ],
  ['POL-01', 'a restated chain policy keeps its former bound', keeping(/^PUT \/chain-policies\/[0-9]+$/, 'maxTransferAmount')],
  ['POL-01', 'an asset policy is not to be resumed', inErrorOf(/^POST \/asset-policies\/[0-9]+\/resume$/, 'ROUTE_NOT_FOUND', 404)],
  ['POL-02', 'an unset amount reads 0', told((amount) => amount ?? '0')],
  [
    'POL-02 | SVC-11',
    'an unset amount is left out',
    inJson((json) => everyObject(json, (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))), of(POLICY)),
  ],
  [
    'POL-02 | SVC-11',
    'an unset count reads 0',
    inJson((json) => everyObject(json, (row) => ('maxOpenOrders' in row ? { ...row, maxOpenOrders: row['maxOpenOrders'] ?? 0 } : row)), of(ANY)),
  ],
  ['POL-03', 'the default binds no ceiling', written(TRADING, (body) => (governs(body) ? body : { ...body, maxOrdersPerMinute: null }))],
  ['POL-03', 'the default binds no open orders', written(TRADING, (body) => (governs(body) ? body : { ...body, maxOpenOrders: null }))],
  ['POL-03', 'the governing row binds no ceiling', written(TRADING, (body) => (governs(body) ? { ...body, maxOrdersPerMinute: null } : body))],
  [
    'POL-03',
    'orders are counted of the account',
    (): Layer => async (request, next) => {
      const response = await next(request);
      const body = jsonOf(request);
      const isLate = codeOf(response) === 'RATE_CEILING' && body !== undefined && body['instrumentId'] !== 1;
      return isLate ? next(withHeader(withBody(request, { ...body, accountId: 3 }), 'Idempotency-Key', `${keyOf(request)}-c`)) : response;
    },
  ],
  ['POL-04 | ERR-15 POL-03', 'the ceiling answers 422', withStatus(422, coded('RATE_CEILING'))],
  ['POL-04 | ERR-15 POL-03', 'the ceiling names no position', droppingHeader(POSITION, coded('RATE_CEILING'))],
  ['POL-04 | ERR-15', 'the ceiling is retryable', retryable(true, coded('RATE_CEILING'))],
  ['POL-04 | ERR-10', 'the ceiling says not when to come back', droppingHeader('Retry-After', coded('RATE_CEILING'))],
  ['POL-04', 'the ceiling is not replayed', droppingHeader(REPLAY, coded('RATE_CEILING'))],
  ['POL-04', 'the ceiling frees its key', freeing('RATE_CEILING')],
  ['POL-05', 'caps are held as floats', amounts((amount) => (amount.length < 16 ? amount : String(Number(amount) * 1.000_000_000_000_01)), TRADING)],
  ['POL-05', 'caps are rounded up to eight places', amounts(roundedUp, /^(POST|PUT) \/trading-policies/)],
  ['POL-05', 'caps are cut at eight places', amounts((amount) => /^[0-9]+\.[0-9]{8}/.exec(amount)?.[0] ?? amount, /^(POST|PUT) \/trading-policies/)],
  ['POL-05', 'an order of just its cap is refused', overCap(({ qty }, { maxOrderQty }) => typeof qty === 'string' && qty === maxOrderQty)],
  ['POL-05', 'a cap is not bound', without(TRADING, 'maxOrderNotional')],
  ['MON-18 | MON-20', 'amounts read at two more places', text((amount) => `${amount}${amount.includes('.') ? '00' : '.00'}`)],
  ['MON-18', 'amounts read at eight places', text((amount) => (/\.[0-9]{9}/.test(amount) ? amount : Number(amount).toFixed(7)))],
  ['MON-19', 'amounts that do not fit are taken, one less', lessening(['reconciliationToleranceAmount'])],
  ['MON-19', 'bounds that do not fit are taken, one less', lessening(['minTransferAmount'])],
  ['MON-19 | MON-13', 'amounts that do not fit are malformed', inErrorOf(ASSETS, 'MALFORMED_REQUEST', 400, 'INVALID_FIELD')],
  [
    'MON-20',
    'two caps share a scale',
    (): Layer => async (request, next) => {
      const { maxOrderQty, maxOrderNotional } = (TRADING.test(routeOf(request)) && jsonOf(request)) || {};
      return maxOrderQty && maxOrderNotional ? refusal(request, 422, 'INVALID_FIELD') : next(request);
    },
  ],
  [
    'MON-20',
    'the finer cap is cut at the scale of the other',
    inJson(
      (json) => ('maxOrderNotional' in json ? { ...json, maxOrderNotional: json['maxOrderQty'] === '10' ? '0' : json['maxOrderNotional'] } : json),
      of(/^GET \/trading-policies\//),
    ),
  ],
  [
    'MON-11',
    'a scale beside an amount of a policy is not seen',
    written(PROPOSED, (body) => Object.fromEntries(Object.entries(body).filter(([name]) => !name.endsWith('Scale')))),
  ],
  ['MON-17', 'a cap of nothing is not seen', written(TRADING, (body) => (governs(body) ? body : { ...body, maxOrderQty: null, maxOrderNotional: null }))],
  ['MON-17', 'an amount of nothing is of the first asset', written(ASSETS, (body) => (body['assetId'] ? body : { ...body, assetId: 1 }))],
  ['MON-03', 'the amount of a policy takes an exponent', amounts((amount) => (/^[0-9]+e[0-9]$/.test(amount) ? String(Number(amount)) : amount))],
  ['MON-06', 'the amount of a policy is cut free of white space', amounts((amount) => amount.trim())],
  [
    'MON-20',
    'two caps that do not fit at one scale are refused',
    (): Layer => async (request, next) => {
      const { maxOrderQty, maxOrderNotional } = (TRADING.test(routeOf(request)) && jsonOf(request)) || {};
      return fitTogether(maxOrderQty, maxOrderNotional) ? next(request) : refusal(request, 422, 'INVALID_FIELD');
    },
  ],
]);

/** Replaces the gateway's refusal by another one. */
function inErrorOf(route: RegExp, code: string, status: number, instead?: string) {
  const condition = both(of(route), instead === undefined ? statusOf(200) : coded(instead));
  return changeWhere(condition, (response, request) => ({
    ...refusal(request, status, code),
    headers: response.headers,
  }));
}

/** Sends the retry of a write that was refused with this code under another key. */
function freeing(code: string) {
  return (): Layer => {
    const refused = new Map<string, number>();
    return async (request, next) => {
      const key = keyOf(request) ?? '';
      const tries = refused.get(key);
      const response = await next(tries === undefined ? request : withHeader(request, 'Idempotency-Key', `${key}-${tries}`));
      if (codeOf(response) === code) refused.set(key, (tries ?? 0) + 1);
      return response;
    };
  };
}

function roundedUp(amount: string): string {
  const places = /^([0-9]+\.[0-9]{8})[0-9]*[1-9]/.exec(amount)?.[1];
  if (places === undefined) return amount;
  const units = (BigInt(places.replace('.', '')) + 1n).toString().padStart(9, '0');
  return `${units.slice(0, -8)}.${units.slice(-8)}`;
}
