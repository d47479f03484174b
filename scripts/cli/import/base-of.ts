/** Which addresses of a HAR are the gateway's: its origin, and the path that its routes are below. */
import { REST_ROUTES } from '../../../conformance/contract/routes.ts';

const ROUTES = REST_ROUTES.map(({ path }) => {
  const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll(/\{[^{}]*\}/g, '[^/]+')}$`);
});
const SOCKET = /^\/v1\/ws\//;
/** More segments before a route are no base path. */
const MOST_SEGMENTS = 4;

/** Whether a path is a route of the contract. */
function isRoute(path: string): boolean {
  return SOCKET.test(path) || ROUTES.some((route) => route.test(path));
}

/** `http` for both of a scheme's kinds: a socket is on the same origin as the requests. */
export function originOf(url: URL): string {
  return `${url.protocol.replace(/^ws/, 'http')}//${url.host}`;
}

export interface Base {
  readonly origin: string;
  /** Empty, or `/gateway`. */
  readonly path: string;
}

/** The base that most of the addresses have a route below; undefined: none has. */
export function baseOf(urls: readonly URL[]): Base | undefined {
  const counts = new Map<string, { readonly base: Base; count: number }>();
  for (const url of urls) {
    const segments = url.pathname.split('/').slice(1);
    for (let n = 0; n < Math.min(MOST_SEGMENTS, segments.length); n += 1) {
      if (!isRoute(`/${segments.slice(n).join('/')}`)) continue;
      const path = segments
        .slice(0, n)
        .map((segment) => `/${segment}`)
        .join('');
      const id = `${originOf(url)}${path}`;
      const known = counts.get(id) ?? { base: { origin: originOf(url), path }, count: 0 };
      known.count += 1;
      counts.set(id, known);
      break;
    }
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)[0]?.base;
}
