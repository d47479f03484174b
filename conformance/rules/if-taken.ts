/** Judges a register write whose body or arm the suite assumes: a member may reject the assumed names. */

import type { Exchange } from '../member/exchange/exchange.ts';
import { errorCode, isOk, status } from '../member/exchange/exchange.ts';
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import { inconclusive, violated } from '../runner/judgement.ts';

/** The member does not serve a route that the interface names. */
function isNoRoute(e: Exchange): boolean {
  const code = errorCode(e);
  return code === 'ROUTE_NOT_FOUND' || status(e) === 405 || (status(e) === 404 && code === undefined);
}

/** The write succeeded and its response is the row. A 202 has no row yet. */
export function isTaken(e: Exchange): boolean {
  return isOk(e) && status(e) !== 202;
}

/**
 * Judges a successful write. A missing route is a violation, and so is any refusal under `strict`; any other refusal is
 * inconclusive.
 */
export function ifTaken(e: Exchange, history: History, taken: (e: Exchange) => Judgement): Judgement {
  if (isTaken(e)) return taken(e);
  const { method, path } = e.request;
  if (isNoRoute(e)) return violated(`a route ${method} ${path.replace(/[0-9]+/, '{id}')}`, e);
  return history.target.strict ? violated('2xx', e) : inconclusive(`${method} ${path} was not taken`);
}
