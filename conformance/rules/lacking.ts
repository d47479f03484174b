import type { Exchange } from '../member/exchange/exchange.ts';
import { errorCode, status } from '../member/exchange/exchange.ts';

const LACKING = new Set(['ALGOS_UNAVAILABLE', 'BALANCES_UNAVAILABLE', 'TICKETS_UNAVAILABLE', 'INTAKE_UNAVAILABLE']);

/**
 * Whether the member is deployed without the route's surface (ERR-19, ERR-20, TKT-07, no intake). That is no defect, so
 * nothing more of the route is judged.
 */
export function lacksItsSurface(e: Exchange): boolean {
  return status(e) === 503 && LACKING.has(errorCode(e) ?? '');
}
