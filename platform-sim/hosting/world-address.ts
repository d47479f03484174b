/** Which world of a sandbox a request is for: by the path of its base address, or by a header. */
import type { IncomingHttpHeaders } from 'node:http';

export const WORLD_HEADER = 'X-Touchstone-World';
/** The world of whoever names none. */
export const DEFAULT_WORLD = 'default';
/** Of URL characters that nothing escapes: a name reads the same in a path and in a header. */
export const WORLD_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export interface WorldAddress {
  readonly name: string;
  readonly by: 'path' | 'header';
  /** As the world itself is asked: without what chose it. */
  readonly url: string;
}

/** An issuer's metadata stands before its path, not behind it (RFC 8414 section 3.1). */
const PREFIXED = /^(\/\.well-known\/[^/?#]+)?\/worlds\/([^/?#]+)(\/.*)$/s;
const HEADER = WORLD_HEADER.toLowerCase();

/** undefined: it names none. The path goes before the header, which a client may state with every request. */
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
