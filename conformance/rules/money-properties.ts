/** The money properties of rows and of order rejections, and the rules for them. */

import type { Exchange } from '../member/exchange/exchange.ts';
import { isOk, json } from '../member/exchange/exchange.ts';
import type { Judgement } from '../runner/judgement.ts';
import { pass, unseen, violated } from '../runner/judgement.ts';

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
