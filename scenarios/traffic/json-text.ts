/** JSON of others, which may be nested as deeply as its sender likes. */
import { parse } from '../../conformance/member/exchange/exchange.ts';
import { isShallow } from '../../conformance/member/exchange/json-depth.ts';

/** No body of the contract comes near. */
const DEEPEST = 64;

/** undefined: it is no JSON, or is nested more deeply than 64 levels. */
export function jsonOf(text: string | null | undefined): unknown {
  return text !== null && text !== undefined && isShallow(text, DEEPEST) ? parse(text) : undefined;
}
