/** Finds the world of a request: by the path of its base address, or by a header. */
import type { IncomingHttpHeaders } from 'node:http';

/** The header that names the world of a request. */
export const WORLD_HEADER = 'X-Touchstone-World';
/** The world of requests that name none. */
export const DEFAULT_WORLD = 'default';
/** URL characters that are never escaped: a name is the same in a path and in a header. */
export const WORLD_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export interface WorldAddress {
  readonly name: string;
  readonly by: 'path' | 'header';
  /** The address within the world, without its prefix. */
  readonly url: string;
}

/** The well-known prefix comes before the issuer's path (RFC 8414 section 3.1). */
const PREFIXED = /^(\/\.well-known\/[^/?#]+)?\/worlds\/([^/?#]+)(\/.*)$/s;
const HEADER = WORLD_HEADER.toLowerCase();

/**
 * undefined if it names none. The path takes precedence over the header, which a client may send with every request.
 */
export function worldAddress(url: string, headers: IncomingHttpHeaders): WorldAddress | undefined {
  const [, wellKnown = '', name, path] = PREFIXED.exec(url) ?? [];
  if (name !== undefined && path !== undefined) return { name, by: 'path', url: wellKnown + path };
  const stated = headers[HEADER];
  return stated === undefined ? undefined : { name: `${stated}`, by: 'header', url };
}

/** The base address of a world, from that of the port: the default world's is the port's own. */
export function baseOf(portUrl: string, name: string): string {
  return name === DEFAULT_WORLD ? portUrl : `${portUrl}/worlds/${name}`;
}
