/** JSON of others, which may be nested as deeply as its sender likes. */
import { parse } from '../../conformance/client/exchange.ts';

/** No body of the contract comes near; whoever walks a value calls itself once a level. */
const DEEPEST = 64;

function isShallow(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (isInText) {
      if (char === 0x5c) i += 1;
      else if (char === 0x22) isInText = false;
    } else if (char === 0x22) isInText = true;
    else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      if (depth > DEEPEST) return false;
    } else if (char === 0x5d || char === 0x7d) depth -= 1;
  }
  return true;
}

/** undefined: it is no JSON, or is nested more deeply than 64 levels. */
export function jsonOf(text: string | null | undefined): unknown {
  return text !== null && text !== undefined && isShallow(text) ? parse(text) : undefined;
}
