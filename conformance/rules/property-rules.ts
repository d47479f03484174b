/** Rules for ids, times and positions wherever they occur in a response: one judgement for each requirement. */
import type { Judgement } from '../runner/judgement.ts';
import { pass, violated } from '../runner/judgement.ts';
import type { Property } from './every-property.ts';

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
