/** Which entries of a HAR are requests of a client to the gateway. */
import { type Base, originOf } from './base-of.ts';
import type { HarEntry } from './har-shape.ts';

/** Of pages, not of the API: what Chromium calls them, and by the ends of paths. */
const PAGE_TYPES = [
  'document',
  'stylesheet',
  'script',
  'image',
  'font',
  'media',
  'manifest',
  'texttrack',
  'ping',
  'other',
];
const ASSET = /\.(m?js|css|map|html?|png|jpe?g|gif|svg|ico|webp|woff2?|ttf|txt|webmanifest)$/i;
const OF_PAGES = /^\/(docs|favicon\.ico|openapi\.json|asyncapi\.json)(\/|$)/;

/** An entry with its address and its place in the file. */
export interface Placed {
  readonly entry: HarEntry;
  readonly url: URL;
  readonly where: string;
}

export function isBelow(url: URL, base: Base | undefined): boolean {
  return (
    base !== undefined &&
    originOf(url) === base.origin &&
    (base.path === '' || url.pathname.startsWith(`${base.path}/`))
  );
}

export function isSocket({ entry, url }: Placed): boolean {
  return (
    entry._resourceType === 'websocket' ||
    /^wss?:$/.test(url.protocol) ||
    entry.response.status === 101 ||
    entry.request.headers.some(([name, value]) => /^upgrade$/i.test(name) && /^websocket$/i.test(value))
  );
}

export function isOfPage(one: Placed, base: Base): boolean {
  if (isSocket(one)) return false;
  const path = one.url.pathname.slice(base.path.length);
  const type = one.entry._resourceType ?? '';
  return OF_PAGES.test(path) || ASSET.test(path) || (PAGE_TYPES.includes(type) && one.entry.request.method === 'GET');
}

/** OAuth 2.0: a form with a grant_type that is answered with a token. */
export function isTokenRequest({ entry }: Placed): boolean {
  const { method, postData } = entry.request;
  const hasGrant =
    /(^|&)grant_type=/.test(postData?.text ?? '') ||
    postData?.params?.some(({ name }) => name === 'grant_type') === true;
  return method === 'POST' && hasGrant;
}

/** mitmproxy writes a socket twice: at its handshake, and at its end with the messages. */
export function withoutTwins(placed: readonly Placed[]): readonly Placed[] {
  const id = ({ entry, url }: Placed) => `${entry.startedDateTime} ${url.href}`;
  const full = new Set(placed.filter(({ entry }) => (entry._webSocketMessages?.length ?? 0) > 0).map(id));
  return placed.filter(
    (one) => !(isSocket(one) && (one.entry._webSocketMessages?.length ?? 0) === 0 && full.has(id(one))),
  );
}
