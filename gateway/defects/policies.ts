/** Defects on requests and responses: policies, their money, and what they bind. */
import { everyObject, type Json, jsonOf, type Layer, refusal, routeOf, withJson } from '../variations/layer.ts';
import { both, changeWhere, coded, droppingHeader, inJson, of, POSITION, REPLAY, retryable, statusOf, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { written } from './register-changes.ts';

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
const servedAmounts = (change: (amount: unknown) => unknown) =>
  inJson(
    (json) => everyObject(json, (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, AMOUNTS.test(name) ? change(value) : value]))),
    of(ANY),
  );

const text = (change: (amount: string) => string) => servedAmounts((amount) => (typeof amount === 'string' ? change(amount) : amount));

const governs = ({ instrumentId }: Json): boolean => Boolean(instrumentId);

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

export const POLICIES_DEFECTS = defects([
  ['POL-01', 'a policy is not to be halted', inErrorOf(HALT, 'ROUTE_NOT_FOUND', 404)],
  ['POL-01 | SVC-11', 'an arm of a policy answers nothing', changeWhere(both(statusOf(200), of(HALT)), (response) => ({ ...response, body: '{}' }))],
  ['POL-01', 'an asset policy is not to be resumed', inErrorOf(/^POST \/asset-policies\/[0-9]+\/resume$/, 'ROUTE_NOT_FOUND', 404)],
  ['POL-02', 'an unset amount reads 0', servedAmounts((amount) => amount ?? '0')],
  [
    'POL-02 | SVC-11',
    'an unset count reads 0',
    inJson((json) => everyObject(json, (row) => ('maxOpenOrders' in row ? { ...row, maxOpenOrders: row['maxOpenOrders'] ?? 0 } : row)), of(ANY)),
  ],
  ['POL-03', 'the default binds no ceiling', written(TRADING, (body) => (governs(body) ? body : { ...body, maxOrdersPerMinute: null }))],
  ['POL-03', 'the governing row binds no ceiling', written(TRADING, (body) => (governs(body) ? { ...body, maxOrdersPerMinute: null } : body))],
  ['POL-04 | ERR-15 POL-03', 'the ceiling answers 422', withStatus(422, coded('RATE_CEILING'))],
  ['POL-04 | ERR-15 POL-03', 'the ceiling names no position', droppingHeader(POSITION, coded('RATE_CEILING'))],
  ['POL-04 | ERR-15', 'the ceiling is retryable', retryable(true, coded('RATE_CEILING'))],
  ['POL-04 | ERR-10', 'the ceiling says not when to come back', droppingHeader('Retry-After', coded('RATE_CEILING'))],
  ['POL-04', 'the ceiling is not replayed', droppingHeader(REPLAY, coded('RATE_CEILING'))],
  ['POL-05', 'caps are held as floats', amounts((amount) => (amount.length < 16 ? amount : String(Number(amount) * 1.000_000_000_000_01)), TRADING)],
  ['POL-05', 'an order of just its cap is refused', overCap(({ qty }, { maxOrderQty }) => typeof qty === 'string' && qty === maxOrderQty)],
  ['MON-18 | MON-20', 'amounts read at two more places', text((amount) => `${amount}${amount.includes('.') ? '00' : '.00'}`)],
  ['MON-19 | MON-13', 'amounts that do not fit are malformed', inErrorOf(ASSETS, 'MALFORMED_REQUEST', 400, 'INVALID_FIELD')],
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
  ['MON-03', 'the amount of a policy takes an exponent', amounts((amount) => (/^[0-9]+e[0-9]$/.test(amount) ? String(Number(amount)) : amount))],
  ['MON-06', 'the amount of a policy is cut free of white space', amounts((amount) => amount.trim())],
]);

/** Replaces the gateway's refusal by another one. */
function inErrorOf(route: RegExp, code: string, status: number, instead?: string) {
  const condition = both(of(route), instead === undefined ? statusOf(200) : coded(instead));
  return changeWhere(condition, (response, request) => ({
    ...refusal(request, status, code),
    headers: response.headers,
  }));
}
