/**
 * Compares two responses by status, position and body, with `requestId` masked (decision A22) and decimal strings
 * compared by value (T12). Of an object the members that the interface names are compared.
 */
import { NAMED_MEMBERS } from '../../contract/named-members.ts';
import type { Exchange } from './exchange.ts';
import { errorCode, isReplay, json, position, requestId, status, textAt } from './exchange.ts';

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

/** Whether two JSON values are equal in what the interface names, decimals by value. `requestId` is of one response. */
export function sameBody(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === 'string' && typeof b === 'string') return canonicalDecimal(a) === canonicalDecimal(b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((value, i) => sameBody(value, b[i]));
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of names) {
    if (!NAMED_MEMBERS.has(key)) continue;
    if (!Object.hasOwn(a, key) || !Object.hasOwn(b, key)) return false;
    if (!sameBody((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key])) return false;
  }
  return true;
}

type Row = Readonly<Record<string, unknown>>;

/** The first member that the interface names, that both rows have, and that differs: a row may say more than a page does. */
export function differenceOf(one: Row, other: Row): string | undefined {
  return Object.keys(one).find(
    (name) => NAMED_MEMBERS.has(name) && Object.hasOwn(other, name) && !sameBody(one[name], other[name]),
  );
}

/** The body; without the id of its request in the message of a refusal. */
function anonymous(e: Exchange): unknown {
  const [body, id, message] = [json(e), requestId(e), textAt(e, 'error', 'message')];
  if (id === undefined || id === '' || !message?.includes(id)) return body;
  const { error, ...rest } = body as { readonly error: object };
  return { ...rest, error: { ...error, message: message.replaceAll(id, '') } };
}

/** Whether both are the same final response; false where either is missing. Ignores Idempotent-Replay. */
export function sameAnswer(a: Exchange, b: Exchange): boolean {
  if (a.response === null || b.response === null) return false;
  if (a.response.status !== b.response.status || position(a) !== position(b)) return false;
  if (a.response.body === b.response.body) return true;
  const [left, right] = [anonymous(a), anonymous(b)];
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
