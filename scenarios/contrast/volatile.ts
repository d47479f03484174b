/** Which values of an answer differ from play to play without anything being wrong. */

/** By name: ids, times, positions, cursors, free text. */
const NAMES = /(Ns|Ts|At|[sS]eq|[sS]equence|[iI]d|[cC]ursor|timestamp|inMs|[tT]icket|message|etag|nonce|reqId)$/;
/** A long run of digits is a position, a time or an id; a long text of letters and digits is sealed. */
const SEALED = /^\d{10,}$|^(?=.*\d)[\w.-]{24,}$/;

/** Headers that say nothing of the member's behaviour. */
export const OF_THE_CONNECTION = ['date', 'content-length', 'connection', 'keep-alive', 'transfer-encoding', 'age'];
const VOLATILE_HEADERS =
  /^(x-request-id|etag|x-service-global-sequence|x-service-as-of-seq-ts|x-service-.*|location|retry-after)$/;

export function isVolatileMember(name: string, value: unknown): boolean {
  return (
    NAMES.test(name) || (typeof value === 'string' && SEALED.test(value)) || (typeof value === 'number' && value > 1e9)
  );
}

export function isVolatileHeader(name: string): boolean {
  return VOLATILE_HEADERS.test(name);
}

/** The pattern of a value of this kind; undefined: it has none that would tell it from another. */
export function patternOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^[0-9]+$/.test(value)) return '^[0-9]+$';
  if (/^-?[0-9]+\.[0-9]+$/.test(value)) return '^-?[0-9]+\\.[0-9]+$';
  if (/^"[^"]*"$/.test(value)) return '^"[^"]+"$';
  if (/^\/[\w/-]*$/.test(value))
    return `^${value
      .split('/')
      .map((part) => (/\d/.test(part) ? '[^/]+' : part))
      .join('/')}$`;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return '^[0-9a-f-]{36}$';
  return undefined;
}
