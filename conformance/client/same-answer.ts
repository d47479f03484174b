/**
 * Compares two responses by status, position and body, with `requestId` masked (decision A22) and decimal strings
 * compared by value (T12).
 */
import type { Exchange } from './exchange.ts';
import { errorCode, isReplay, json, position, status } from './exchange.ts';

/** Nearly all numbers that are served: they are not taken apart. */
const CANONICAL = /^(0|-?[1-9][0-9]*)$/;
const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/**
 * The canonical spelling of a decimal: `01.50` and `1.5` give `1.5`, `-0.0` gives `0`. Other text is returned
 * unchanged.
 */
export function canonicalDecimal(text: string): string {
  if (CANONICAL.test(text)) return text;
  const parts = DECIMAL.exec(text);
  if (parts === null) return text;
  const whole = (parts[2] ?? '').replace(/^0+(?=[0-9])/, '');
  const fraction = (parts[3] ?? '').replace(/(?<!0)0+$/, '');
  const magnitude = fraction === '' ? whole : `${whole}.${fraction}`;
  return magnitude === '0' ? '0' : `${parts[1]}${magnitude}`;
}

function sameValue(a: unknown, b: unknown, name: string): boolean {
  if (a === b) return true;
  if (typeof a === 'string' && typeof b === 'string') return canonicalDecimal(a) === canonicalDecimal(b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((value, i) => sameValue(value, b[i], name));
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  if (name === 'error') names.delete('requestId');
  for (const key of names) {
    if (!Object.hasOwn(a, key) || !Object.hasOwn(b, key)) return false;
    if (!sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], key)) return false;
  }
  return true;
}

/** Whether two JSON values are equal, decimals by value and `error.requestId` masked. */
export function sameBody(a: unknown, b: unknown): boolean {
  return sameValue(a, b, '');
}

/** Whether both are the same final response; false where either is missing. Ignores Idempotent-Replay. */
export function sameAnswer(a: Exchange, b: Exchange): boolean {
  if (a.response === null || b.response === null) return false;
  if (a.response.status !== b.response.status || position(a) !== position(b)) return false;
  if (a.response.body === b.response.body) return true;
  const [left, right] = [json(a), json(b)];
  return left !== undefined && right !== undefined && sameBody(left, right);
}

/** The key is held for another body, and the member refuses the request instead of replaying (decision A21). */
export function isReused(retried: Exchange, first: Exchange): boolean {
  const another = retried.request.body !== first.request.body;
  return another && status(retried) === 409 && errorCode(retried) === 'IDEMPOTENCY_KEY_REUSED';
}

/** Whether `retried` is the stored response of `first` and declares itself a replay. */
export function replays(retried: Exchange, first: Exchange): boolean {
  return isReplay(retried) && sameAnswer(retried, first);
}
