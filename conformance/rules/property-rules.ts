/** Rules for ids, times and positions wherever they occur in a response: one judgement for each requirement. */

import { type Exchange, isOk, json } from '../member/exchange/exchange.ts';
import { type Judgement, pass, unseen, violated } from '../runner/judgement.ts';

export interface PropertyRule {
  readonly isOf: (name: string) => boolean;
  readonly judge: (property: Property) => Judgement;
}

const REGISTER_KEYS = new Set([
  ...['orgId', 'userId', 'credentialId', 'accountId', 'accountAddressId', 'portfolioId'],
  ...['assetPolicyId', 'chainPolicyId', 'tradingPolicyId'],
]);
const INT32_MAX = 2_147_483_647;
const INT64_MAX = 2n ** 63n - 1n;
const DECIMAL = /^(0|[1-9][0-9]*)$/;

/** ID-01: register keys are int32 integers. 0 and null mean that an optional reference is unset (ID-06). */
export const REGISTER_KEY: PropertyRule = {
  isOf: (name) => REGISTER_KEYS.has(name),
  judge({ exchange, value, way }) {
    const good = value === null || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= INT32_MAX);
    return good ? pass : violated(`an int32 JSON integer at ${way}`, exchange);
  },
};

/**
 * ID-02: order and execution ids are int64 decimal strings. null or 0 is unset: an operation that made no order has no
 * order id.
 */
export const TRADING_ID: PropertyRule = {
  isOf: (name) => name === 'orderId' || name === 'executionId',
  judge({ exchange, value, way }) {
    const good = value === null || (typeof value === 'string' && DECIMAL.test(value) && BigInt(value) <= INT64_MAX);
    return good ? pass : violated(`an int64 as a decimal JSON string at ${way}`, exchange);
  },
};

/** ID-03: times and positions are decimal strings. */
export const TIME_OR_POSITION: PropertyRule = {
  isOf: (name) => name === 'globalSequence' || /[a-z]Ns$/.test(name),
  judge({ exchange, name, value, way }) {
    // A page always has a position. Which times may be null depends on the row, so another rule judges that.
    const mayBeNull = way !== '/globalSequence';
    const good = (value === null && mayBeNull) || (typeof value === 'string' && DECIMAL.test(value));
    return good ? pass : violated(`${name} as a decimal JSON string at ${way}`, exchange);
  },
};

export interface Property {
  readonly exchange: Exchange;
  readonly name: string;
  readonly value: unknown;
  /** A JSON pointer to the property in the body: `/items/0/orderId`. */
  readonly way: string;
}

/** Every property of every object in the bodies of these responses. */
export function everyProperty(exchanges: readonly Exchange[]): readonly Property[] {
  const found: Property[] = [];
  for (const exchange of exchanges) collect(json(exchange), '', exchange, found);
  return found;
}

/** Into one list: bodies are nested, and a list for each object would be copied once for each level. */
function collect(value: unknown, way: string, exchange: Exchange, found: Property[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const below = `${way}/${name}`;
    if (!Array.isArray(value)) found.push({ exchange, name, value: inner, way: below });
    collect(inner, below, exchange, found);
  }
}

const NAMES = new Set([
  ...['price', 'qty', 'cumQty', 'leavesQty', 'avgPx', 'lastFillPx', 'lastFillQty', 'fee'],
  ...['observedValue', 'limitValue', 'available', 'held'],
  ...['maxTicketAmount', 'approvalThresholdAmount', 'reconciliationToleranceAmount'],
  ...['minTransferAmount', 'maxTransferAmount', 'maxOrderQty', 'maxOrderNotional'],
]);

export type MoneyProperty = readonly [name: string, value: unknown];

/** `total` is money next to `held`, and a count in a page. */
function isMoney(name: string, beside: object): boolean {
  return NAMES.has(name) || (name === 'total' && Object.hasOwn(beside, 'held'));
}

/** Every money property in a response, at any depth, by name. */
export function moneyOf(e: Exchange): readonly MoneyProperty[] {
  const found: MoneyProperty[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && isMoney(name, value)) found.push([name, inner]);
      else walk(inner);
    }
  };
  walk(json(e));
  return found;
}

const GRAMMAR = /^-?[0-9]+(\.[0-9]+)?$/;

function isDecimal(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.length <= 64 && GRAMMAR.test(value));
}

/** MON-15: every amount is null or a decimal string of the published grammar. */
export function servesDecimals(e: Exchange): Judgement {
  const amounts = moneyOf(e);
  if (amounts.length === 0) return unseen;
  const wrong = amounts.find(([, value]) => !isDecimal(value));
  return wrong === undefined
    ? pass
    : violated(`${wrong[0]} null or an exact decimal string in the published grammar`, e);
}

function names(value: unknown, property: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => name === property || names(inner, property));
}

/** MON-16: no property is named unscaled. */
export function namesNothingUnscaled(e: Exchange): Judgement {
  if (names(json(e), 'unscaled')) return violated('no property named unscaled: it is deprecated and never served', e);
  return isOk(e) ? pass : unseen;
}
