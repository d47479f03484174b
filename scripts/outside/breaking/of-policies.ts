/** Broken on both ways: policies, their money, and what they bind. */
import type { Asked, Json, Layer } from '../proxy/telling.ts';
import { asking, having, jsonOf, keyOf, refusal, routeOf, telling } from '../proxy/telling.ts';
import {
  answering,
  both,
  breakage,
  coded,
  codeOf,
  dropping,
  everyObject,
  inJson,
  of,
  POSITION,
  REPLAY,
  retryable,
  stated,
  statusOf,
} from './breakage.ts';
import { to, unwritten, written } from './on-the-register.ts';

const POLICY = /^(GET|PUT) \/[a-z]+-policies\/[0-9]+$/;
const PROPOSED = /^POST \/[a-z]+-policies$/;
const OF_ASSETS = /^POST \/(asset|chain)-policies$/;
const OF_TRADING = /^POST \/trading-policies$/;
const ANY = /^[A-Z]+ \/[a-z]+-policies/;
const HALT = /^POST \/[a-z]+-policies\/[0-9]+\/halt$/;

const AMOUNTS = /^(max|min)[A-Z][a-zA-Z]*(Amount|Qty|Notional)$|Amount$/;

/** Every amount of a policy that is sent, changed where it is text. */
const amounts = (change: (text: string) => string, route = PROPOSED) =>
  written(route, (body) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        AMOUNTS.test(name) && typeof value === 'string' ? change(value) : value,
      ]),
    ),
  );

/** Every amount of a policy that is told. */
const told = (change: (amount: unknown) => unknown) =>
  inJson(
    (json) =>
      everyObject(json, (row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, AMOUNTS.test(name) ? change(value) : value]),
        ),
      ),
    of(ANY),
  );

const text = (change: (amount: string) => string) =>
  told((amount) => (typeof amount === 'string' ? change(amount) : amount));

/** A policy is proposed without what this names. */
const without = (route: RegExp, ...names: readonly string[]) =>
  written(route, (body) => Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))));

const governs = ({ instrumentId }: Json): boolean => Boolean(instrumentId);

/** What is refused as not fitting together goes again, one amount less. */
const lessening = (names: readonly string[], route = OF_ASSETS) => {
  return (): Layer => async (one: Asked, next) => {
    const answer = await next(one);
    const body = jsonOf(one);
    if (!to(route)(one) || codeOf(answer) !== 'INVALID_FIELD' || body === undefined) return answer;
    const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
    return next(having(asking(one, rest), 'Idempotency-Key', `${keyOf(one)}-less`));
  };
};

/** An order within a cap is refused as one over it. */
const overCap = (isOver: (order: Json, caps: Json) => boolean) => {
  return (): Layer => {
    let caps: Json = {};
    return async (one, next) => {
      const answer = await next(one);
      const body = jsonOf(one);
      if (OF_TRADING.test(routeOf(one)) && answer.status === 201) caps = body ?? {};
      const hit = routeOf(one) === 'POST /orders' && answer.status === 201 && body !== undefined && isOver(body, caps);
      if (!hit) return answer;
      const { body: refused } = refusal(one, 422, 'MAX_ORDER_QTY_EXCEEDED');
      return telling({ ...answer, status: 422 }, JSON.parse(refused));
    };
  };
};

export const OF_POLICIES = [
  breakage('POL-01', 'a policy is restated to what it was', unwritten(/^PUT \/[a-z]+-policies\/[0-9]+$/)),
  breakage('POL-01', 'a policy is not to be halted', inErrorOf(HALT, 'ROUTE_NOT_FOUND', 404)),
  breakage(
    'POL-01',
    'an arm answers nothing',
    answering(both(statusOf(200), of(HALT)), (answer) => ({ ...answer, body: '{}' })),
  ),
  breakage(
    'POL-01',
    'an arm answers another row',
    inJson(
      (json) => ('chainPolicyId' in json ? { ...json, chainPolicyId: 17 } : json),
      of(/^POST \/chain-policies\/[0-9]+\//),
    ),
  ),
  breakage(
    'POL-02',
    'an unset amount reads 0',
    told((amount) => amount ?? '0'),
  ),
  breakage(
    'POL-02',
    'an unset amount is left out',
    inJson(
      (json) =>
        everyObject(json, (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
      of(POLICY),
    ),
  ),
  breakage(
    'POL-02',
    'an unset count reads 0',
    inJson(
      (json) =>
        everyObject(json, (row) =>
          'maxOpenOrders' in row ? { ...row, maxOpenOrders: row['maxOpenOrders'] ?? 0 } : row,
        ),
      of(ANY),
    ),
  ),
  breakage(
    'POL-03',
    'the default binds no ceiling',
    written(OF_TRADING, (body) => (governs(body) ? body : { ...body, maxOrdersPerMinute: null })),
  ),
  breakage(
    'POL-03',
    'the default binds no open orders',
    written(OF_TRADING, (body) => (governs(body) ? body : { ...body, maxOpenOrders: null })),
  ),
  breakage(
    'POL-03',
    'the governing row binds no ceiling',
    written(OF_TRADING, (body) => (governs(body) ? { ...body, maxOrdersPerMinute: null } : body)),
  ),
  breakage(
    'POL-03',
    'orders are counted of the account',
    (): Layer => async (one, next) => {
      const answer = await next(one);
      const body = jsonOf(one);
      const isLate = codeOf(answer) === 'RATE_CEILING' && body !== undefined && body['instrumentId'] !== 1;
      return isLate
        ? next(having(asking(one, { ...body, accountId: 3 }), 'Idempotency-Key', `${keyOf(one)}-c`))
        : answer;
    },
  ),
  breakage('POL-04', 'the ceiling answers 422', stated(422, coded('RATE_CEILING'))),
  breakage('POL-04', 'the ceiling names no position', dropping(POSITION, coded('RATE_CEILING'))),
  breakage('POL-04', 'the ceiling is retryable', retryable(true, coded('RATE_CEILING'))),
  breakage('POL-04', 'the ceiling says not when to come back', dropping('Retry-After', coded('RATE_CEILING'))),
  breakage('POL-04', 'the ceiling is not replayed', dropping(REPLAY, coded('RATE_CEILING'))),
  breakage('POL-04', 'the ceiling frees its key', freeing('RATE_CEILING')),
  breakage(
    'POL-05',
    'caps are held as floats',
    amounts((amount) => (amount.length < 16 ? amount : String(Number(amount) * 1.000_000_000_000_01)), OF_TRADING),
  ),
  breakage('POL-05', 'caps are rounded up to eight places', amounts(roundedUp, /^(POST|PUT) \/trading-policies/)),
  breakage(
    'POL-05',
    'an order of just its cap is refused',
    overCap(({ qty }, { maxOrderQty }) => typeof qty === 'string' && qty === maxOrderQty),
  ),
  breakage('POL-05', 'a cap is not bound', without(OF_TRADING, 'maxOrderNotional')),
  breakage(
    'MON-18',
    'each amount reads at its own scale',
    text((amount) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)),
  ),
  breakage(
    'MON-18',
    'amounts read at two more places',
    text((amount) => `${amount}${amount.includes('.') ? '00' : '.00'}`),
  ),
  breakage(
    'MON-18',
    'amounts read at eight places',
    text((amount) => (/\.[0-9]{9}/.test(amount) ? amount : Number(amount).toFixed(7))),
  ),
  breakage('MON-19', 'amounts that do not fit are taken, one less', lessening(['reconciliationToleranceAmount'])),
  breakage('MON-19', 'bounds that do not fit are taken, one less', lessening(['minTransferAmount'])),
  breakage(
    'MON-19',
    'amounts that do not fit are malformed',
    inErrorOf(OF_ASSETS, 'MALFORMED_REQUEST', 400, 'INVALID_FIELD'),
  ),
  breakage(
    'MON-19',
    'amounts that do not fit are refused unrecorded',
    dropping(POSITION, both(of(OF_ASSETS), coded('INVALID_FIELD'))),
  ),
  breakage(
    'MON-20',
    'two caps share a scale',
    (): Layer => async (one, next) => {
      const { maxOrderQty, maxOrderNotional } = (OF_TRADING.test(routeOf(one)) && jsonOf(one)) || {};
      return maxOrderQty && maxOrderNotional ? refusal(one, 422, 'INVALID_FIELD') : next(one);
    },
  ),
  breakage(
    'MON-20',
    'the finer cap is cut at the scale of the other',
    inJson(
      (json) =>
        'maxOrderNotional' in json
          ? { ...json, maxOrderNotional: json['maxOrderQty'] === '10' ? '0' : json['maxOrderNotional'] }
          : json,
      of(/^GET \/trading-policies\//),
    ),
  ),
  breakage(
    'MON-11',
    'a scale beside an amount of a policy is not seen',
    written(PROPOSED, (body) => Object.fromEntries(Object.entries(body).filter(([name]) => !name.endsWith('Scale')))),
  ),
  breakage(
    'MON-17',
    'a cap of nothing is not seen',
    written(OF_TRADING, (body) => (governs(body) ? body : { ...body, maxOrderQty: null, maxOrderNotional: null })),
  ),
  breakage(
    'MON-17',
    'an amount of nothing is of the first asset',
    written(OF_ASSETS, (body) => (body['assetId'] ? body : { ...body, assetId: 1 })),
  ),
  breakage(
    'MON-03',
    'the amount of a policy takes an exponent',
    amounts((amount) => (/^[0-9]+e[0-9]$/.test(amount) ? String(Number(amount)) : amount)),
  ),
  breakage(
    'MON-06',
    'the amount of a policy is cut free of white space',
    amounts((amount) => amount.trim()),
  ),
] as const;

/** Another refusal than the gateway's, of the same request. */
function inErrorOf(route: RegExp, code: string, status: number, instead?: string) {
  const condition = both(of(route), instead === undefined ? statusOf(200) : coded(instead));
  return answering(condition, (answer, one) => ({ ...refusal(one, status, code), headers: answer.headers }));
}

/** A retry of what is refused so is made under another key. */
function freeing(code: string) {
  return (): Layer => {
    const refused = new Map<string, number>();
    return async (one, next) => {
      const key = keyOf(one) ?? '';
      const tries = refused.get(key);
      const answer = await next(tries === undefined ? one : having(one, 'Idempotency-Key', `${key}-${tries}`));
      if (codeOf(answer) === code) refused.set(key, (tries ?? 0) + 1);
      return answer;
    };
  };
}

function roundedUp(amount: string): string {
  const places = /^([0-9]+\.[0-9]{8})[0-9]*[1-9]/.exec(amount)?.[1];
  if (places === undefined) return amount;
  const units = (BigInt(places.replace('.', '')) + 1n).toString().padStart(9, '0');
  return `${units.slice(0, -8)}.${units.slice(-8)}`;
}
