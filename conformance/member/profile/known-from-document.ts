/** Reads values for the keys of a profile from the member's own documents. Pure. */

type Json = Readonly<Record<string, unknown>>;

function objectAt(value: unknown, ...path: readonly string[]): Json {
  let at = value;
  for (const step of path) at = typeof at === 'object' && at !== null ? (at as Json)[step] : undefined;
  return typeof at === 'object' && at !== null ? (at as Json) : {};
}

/** Every value of a property with this name, at any depth. */
function allNamed(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.hasOwn(value, name) ? [(value as Json)[name]] : [];
  return [...own, ...Object.values(value).flatMap((inner) => allNamed(inner, name))];
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(textsOf)];
}

/** The route whose presence shows that the member has a surface. */
const ROUTE_OF = {
  algos: '/algos/instances',
  balances: '/account-balances',
  intake: '/credentials',
  tickets: '/v1/ws-tickets',
} as const;

/** An address or path of a socket whose name contains `word`, from any text of the document. */
function socketAddress(texts: readonly string[], word: string, baseUrl: string): string | undefined {
  const of = (pattern: RegExp, isOne = (_: string) => true) =>
    texts
      .flatMap((text) => text.match(pattern) ?? [])
      .find((found) => isOne(found) && found.toLowerCase().includes(word));
  const whole = of(/\bwss?:\/\/[^\s"'`<>)\]]*[a-z0-9/]/gi);
  if (whole !== undefined && URL.canParse(whole)) return whole;
  const path = of(/\/[a-z0-9/-]+/g, (found) => /\bws\/./.test(found));
  return path === undefined ? undefined : baseUrl.replace(/(?<!\/)\/+$/, '').replace(/^http/, 'ws') + path;
}

/** What an address is made of: nothing that could be more than an address in a file. */
const PLAIN = /^[\w.:/~%[\]-]*$/;

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address;
}

/** `wss://host/path` of a server of an AsyncAPI document; a host that is a variable is the gateway's own. */
function serverAddress(server: Json, baseUrl: string): string {
  const own = withoutSlash(baseUrl).replace(/^http/, 'ws');
  const { url, host, pathname = '', protocol } = server;
  const stated = typeof url === 'string' ? url : `${protocol}://${String(host)}${String(pathname)}`;
  const isUsable = /^wss?:\/\//.test(stated) && PLAIN.test(stated) && URL.canParse(stated);
  return isUsable ? withoutSlash(stated) : own;
}

/** The sockets that an AsyncAPI document describes, of version 2 or 3, by their keys in the profile. */
function describedSockets(asyncapi: unknown, baseUrl: string): ReadonlyMap<string, string> {
  const servers = objectAt(asyncapi, 'servers');
  const found = new Map<string, string>();
  for (const [name, channel] of Object.entries(objectAt(asyncapi, 'channels'))) {
    const { address = name, servers: used } = objectAt(channel);
    const key = Object.entries(SOCKETS).find(([, word]) =>
      `${name} ${String(address)}`.toLowerCase().includes(word),
    )?.[0];
    if (key === undefined || typeof address !== 'string' || !address.startsWith('/') || !PLAIN.test(address)) continue;
    const [first] = Array.isArray(used) ? used : [];
    const named =
      String(objectAt(first)['$ref'] ?? first ?? '')
        .split('/')
        .at(-1) ?? '';
    const server = objectAt(servers, Object.hasOwn(servers, named) ? named : (Object.keys(servers)[0] ?? ''));
    if (!found.has(key)) found.set(key, serverAddress(server, baseUrl) + address);
  }
  return found;
}

function venuesOf(document: unknown): readonly (readonly [string, number])[] {
  const listed = allNamed(document, 'x-service-intake-venues').find(Array.isArray) ?? [];
  const venues: Json[] = listed.map((venue: unknown) => objectAt(venue));
  return (['a', 'b'] as const).flatMap((key) => {
    const id = venues.find(({ family }) => String(family).toLowerCase() === key)?.['exchangeId'];
    return typeof id === 'number' ? [[`fixtures.venues.${key}`, id] as const] : [];
  });
}

/** The sockets by their keys in a profile, and the word by which their names are known. */
const SOCKETS = { trading: 'trading', marketData: 'market' } as const;

/**
 * Values by the path of their key. Values that the documents do not state are absent.
 * @param asyncapi the document of the sockets; undefined: none is served.
 */
export function knownFromDocument(
  document: unknown,
  baseUrl: string,
  asyncapi?: unknown,
): ReadonlyMap<string, unknown> {
  const known = new Map<string, unknown>([['baseUrl', baseUrl]]);
  const version = objectAt(document, 'info')['version'];
  if (typeof version === 'string' && /^[0-9]+\.[0-9]+\.[0-9]+$/.test(version)) known.set('contract.rest', version);
  const paths = objectAt(document, 'paths');
  for (const [surface, route] of Object.entries(ROUTE_OF)) known.set(`surfaces.${surface}`, route in paths);
  const texts = textsOf(document);
  const described = describedSockets(asyncapi, baseUrl);
  for (const [key, word] of Object.entries(SOCKETS)) {
    const address = described.get(key) ?? socketAddress(texts, word, baseUrl);
    if (address !== undefined) known.set(`sockets.${key}`, address);
  }
  const schemes = objectAt(document, 'components', 'securitySchemes');
  const tokenUrl = allNamed(schemes, 'tokenUrl').find((url) => typeof url === 'string');
  if (typeof tokenUrl === 'string' && URL.canParse(tokenUrl, baseUrl)) {
    known.set('identity.tokenEndpoint', new URL(tokenUrl, baseUrl).href);
  }
  for (const [key, id] of venuesOf(document)) known.set(key, id);
  return known;
}

/** The absolute addresses of the document's servers. */
export function serversOf(document: unknown): readonly string[] {
  const { servers } = objectAt(document);
  const urls = Array.isArray(servers) ? servers.map((server) => objectAt(server)['url']) : [];
  return urls.filter((url) => typeof url === 'string' && URL.canParse(url)) as string[];
}

/** Where tokens and secrets would be sent. */
const SENT_TO = ['identity.tokenEndpoint', 'sockets.trading', 'sockets.marketData'] as const;
const LOOPBACK = /^(localhost|127\.[0-9.]+|\[::1\])$/;

/** Why nothing secret is sent to an address without a person's word; undefined: it is as safe as the base address. */
function doubtOf(address: string, baseUrl: string): string | undefined {
  const [to, base] = [new URL(address), new URL(baseUrl)];
  if (to.hostname !== base.hostname) return `is on another host, ${to.host}`;
  const isPlain = /^(http|ws):$/.test(to.protocol) && !LOOPBACK.test(to.hostname);
  const isEndpoint = to.protocol.startsWith('http');
  return isPlain && (isEndpoint || base.protocol === 'https:') ? `is not encrypted, ${to.protocol}//` : undefined;
}

/** The addresses that the document names and a person must confirm, by the path of their key. */
export function doubtfulAddresses(known: ReadonlyMap<string, unknown>, baseUrl: string) {
  const doubtful = new Map<string, { readonly value: unknown; readonly why: string }>();
  for (const key of SENT_TO) {
    const value = known.get(key);
    const doubt = typeof value === 'string' ? doubtOf(value, baseUrl) : undefined;
    if (doubt === undefined) continue;
    const what = key.startsWith('sockets') ? 'tokens' : 'client secrets';
    doubtful.set(key, {
      value,
      why: `The document's address ${doubt}: ${what} would be sent there. Take the mark away if it is yours.`,
    });
  }
  return doubtful;
}
