/** A write of the register whose body or arm is assumed: our own words may not reach it. */

import type { Exchange } from '../client/exchange.ts';
import { errorCode, isOk, status } from '../client/exchange.ts';
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import { inconclusive, violated } from '../runner/judgement.ts';

/** A route that the interface names, and that is none here. */
function isNoRoute(e: Exchange): boolean {
  const code = errorCode(e);
  return code === 'ROUTE_NOT_FOUND' || status(e) === 405 || (status(e) === 404 && code === undefined);
}

/** Done, and its answer is the row: one that is only accepted (202) has its row elsewhere, later. */
export function isTaken(e: Exchange): boolean {
  return isOk(e) && status(e) !== 202;
}

/** What came of it where it was taken; a violation where the member knows no such route, or is the sandbox's own. */
export function ifTaken(e: Exchange, history: History, taken: (e: Exchange) => Judgement): Judgement {
  if (isTaken(e)) return taken(e);
  const { method, path } = e.request;
  if (isNoRoute(e)) return violated(`a route ${method} ${path.replace(/[0-9]+/, '{id}')}`, e);
  return history.target.strict ? violated('2xx', e) : inconclusive(`${method} ${path} was not taken`);
}
