/** Reads a HAR to traffic. Static assets, preflights and other origins are left out, and counted. */
import type { z } from 'zod';
import type { SocketName } from '../../../conformance/client/conversation.ts';
import type { Profile } from '../../../conformance/client/profile.ts';
import type { WireReader, WireRequest } from '../../../scenarios/traffic/wire/wire-reader.ts';
import { UsageError } from '../usage-error.ts';
import { type Base, baseOf, originOf } from './base-of.ts';
import { type HarEntry, harEntry, harFile } from './har-shape.ts';

/** More requests are no incident. */
const MOST_ENTRIES = 5_000;
const MOST_MESSAGES = 20_000;
/** The contract takes no longer body (Limits). */
const LONGEST_BODY = 1_000_000;

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

export interface HarOptions {
  readonly baseUrl?: string | undefined;
  readonly profile?: Profile | undefined;
}

interface Placed {
  readonly entry: HarEntry;
  readonly url: URL;
  readonly where: string;
}

export interface ReadHar {
  /** Sentences: what was left out, and what could not be read. */
  readonly told: readonly string[];
  /** No entry has an Authorization header: the export left them out. */
  readonly isSanitised: boolean;
  /** Puts the entries into a reader, in order. */
  into(reader: WireReader): void;
}

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  return `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is wrong'}`;
}

/** @throws UsageError for a file that is no HAR, or has nothing of a gateway */
export function readHar(value: unknown, file: string, options: HarOptions): ReadHar {
  const parsed = harFile.safeParse(value);
  if (!parsed.success) throw new UsageError(`import ${file}: it is no HAR (${firstIssue(parsed.error)})`);
  const told: string[] = [];
  const placed = parsed.data.log.entries.flatMap((entry, i): readonly Placed[] => {
    const where = `entry ${i + 1}`;
    const read = harEntry.safeParse(entry);
    if (!read.success) {
      told.push(`${where}: it is no entry of a HAR (${firstIssue(read.error)})`);
      return [];
    }
    if (URL.canParse(read.data.request.url)) return [{ entry: read.data, url: new URL(read.data.request.url), where }];
    told.push(`${where}: its address is none`);
    return [];
  });
  const base = chosenBase(placed, file, options);
  const tokens = placed.filter(isTokenRequest);
  const control = placed.filter((one) => !tokens.includes(one) && isBelow(one.url, controlOf(options)));
  const rest = placed.filter((one) => !tokens.includes(one) && !control.includes(one));
  const own = rest.filter(({ url }) => isBelow(url, base));
  const requests = own.filter((one) => !isOfPage(one, base) && one.entry.request.method !== 'OPTIONS');
  const wanted = withoutTwins(requests);
  const messages = wanted.reduce((sum, { entry }) => sum + (entry._webSocketMessages?.length ?? 0), 0);
  if (wanted.length > MOST_ENTRIES || messages > MOST_MESSAGES) {
    const [count, what, most] =
      wanted.length > MOST_ENTRIES
        ? [wanted.length, 'requests', MOST_ENTRIES]
        : [messages, 'messages of sockets', MOST_MESSAGES];
    throw new UsageError(
      `import ${file}: it has ${count} ${what}, and ${most} are the most; export the part with the incident`,
    );
  }
  if (wanted.length === 0) {
    throw new UsageError(
      `import ${file}: no entry is a request to ${base.origin}${base.path}; --base-url names the gateway`,
    );
  }
  const preflights = own.filter(({ entry }) => entry.request.method === 'OPTIONS').length;
  told.push(...leftOut(rest.length - own.length, own.length - requests.length - preflights, preflights));
  return {
    told,
    isSanitised: wanted.every(({ entry }) => !entry.request.headers.some(([name]) => /^authorization$/i.test(name))),
    into: (reader) => {
      for (const event of inOrder({ wanted, tokens, control }, { base, control: controlOf(options) }, told))
        event.put(reader);
    },
  };
}

function leftOut(others: number, assets: number, preflights: number): readonly string[] {
  const parts = [
    [others, 'of other origins'],
    [assets, 'of pages'],
    [preflights, 'preflights'],
  ].filter(([count]) => count !== 0);
  return parts.length === 0 ? [] : [`left out: ${parts.map(([count, what]) => `${count} ${what}`).join(', ')}`];
}

function chosenBase(placed: readonly Placed[], file: string, { baseUrl, profile }: HarOptions): Base {
  const stated = baseUrl ?? profile?.baseUrl;
  if (stated !== undefined) {
    const url = new URL(stated);
    const base = { origin: originOf(url), path: url.pathname.replace(/\/+$/, '') };
    if (baseUrl !== undefined || placed.some((one) => isBelow(one.url, base))) return base;
  }
  const found = baseOf(placed.map(({ url }) => url));
  if (found !== undefined) return found;
  throw new UsageError(`import ${file}: no entry is a request of the contract; --base-url names the gateway`);
}

function controlOf({ profile }: HarOptions): Base | undefined {
  if (profile?.control === undefined) return undefined;
  const url = new URL(profile.control);
  return { origin: originOf(url), path: url.pathname.replace(/\/+$/, '') };
}

function isBelow(url: URL, base: Base | undefined): boolean {
  return (
    base !== undefined &&
    originOf(url) === base.origin &&
    (base.path === '' || url.pathname.startsWith(`${base.path}/`))
  );
}

function isSocket({ entry, url }: Placed): boolean {
  return (
    entry._resourceType === 'websocket' ||
    /^wss?:$/.test(url.protocol) ||
    entry.response.status === 101 ||
    entry.request.headers.some(([name, value]) => /^upgrade$/i.test(name) && /^websocket$/i.test(value))
  );
}

function isOfPage(one: Placed, base: Base): boolean {
  if (isSocket(one)) return false;
  const path = one.url.pathname.slice(base.path.length);
  const type = one.entry._resourceType ?? '';
  return OF_PAGES.test(path) || ASSET.test(path) || (PAGE_TYPES.includes(type) && one.entry.request.method === 'GET');
}

/** OAuth 2.0: a form with a grant_type that is answered with a token. */
function isTokenRequest({ entry }: Placed): boolean {
  const { method, postData } = entry.request;
  const hasGrant =
    /(^|&)grant_type=/.test(postData?.text ?? '') ||
    postData?.params?.some(({ name }) => name === 'grant_type') === true;
  return method === 'POST' && hasGrant;
}

/** mitmproxy writes a socket twice: at its handshake, and at its end with the messages. */
function withoutTwins(placed: readonly Placed[]): readonly Placed[] {
  const id = ({ entry, url }: Placed) => `${entry.startedDateTime} ${url.href}`;
  const full = new Set(placed.filter(({ entry }) => (entry._webSocketMessages?.length ?? 0) > 0).map(id));
  return placed.filter(
    (one) => !(isSocket(one) && (one.entry._webSocketMessages?.length ?? 0) === 0 && full.has(id(one))),
  );
}

interface Timed {
  readonly atMs: number;
  put(reader: WireReader): void;
}

function textOf(text: string | null | undefined, encoding: string | null | undefined): string {
  if (text === null || text === undefined) return '';
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

function bodyOf({ request }: HarEntry): string | null {
  const { postData } = request;
  if (postData === null || postData === undefined) return null;
  const text = textOf(postData.text, postData.encoding);
  if (text !== '' || (postData.params ?? []).length === 0) return text === '' ? null : text;
  return new URLSearchParams(
    (postData.params ?? []).map(({ name, value }): [string, string] => [name, value ?? '']),
  ).toString();
}

/** The address as it was sent below the base: a URL would normalise it. */
function pathOf({ entry, url }: Placed, base: Base): string {
  const sent = entry.request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const path = sent.startsWith('/') ? sent : `/${sent}`;
  return base.path !== '' && url.pathname.startsWith(base.path) ? path.slice(base.path.length) : path;
}

function requestOf(one: Placed, base: Base): WireRequest {
  const { entry, where } = one;
  const { method, headers } = entry.request;
  const lines = headers.filter(([name]) => !name.startsWith(':'));
  return { method, path: pathOf(one, base), headers: lines, body: bodyOf(entry), atMs: entry.startedDateTime, where };
}

/** As the exports spell it: a client that stopped waiting, or a connection that ended. */
function failureOf({ response }: HarEntry): string {
  const why = response._error ?? response._failureText ?? response.statusText ?? '';
  if (/abort|timed?.?out|cancel/i.test(why)) return 'aborted';
  return why === '' ? 'reset' : `reset: ${why}`.slice(0, 120);
}

function inOrder(
  { wanted, tokens, control }: Readonly<Record<'wanted' | 'tokens' | 'control', readonly Placed[]>>,
  bases: { readonly base: Base; readonly control: Base | undefined },
  told: string[],
): readonly Timed[] {
  const requests = wanted
    .filter((one) => !isSocket(one) && isSendable(one, told))
    .map((one) => timed(one, (reader) => reader.request(requestOf(one, bases.base))));
  const grants = tokens.map((one) => timed(one, (reader) => reader.token(requestOf(one, bases.base))));
  const actions = control.map((one) =>
    timed(one, (reader) => reader.control(requestOf(one, bases.control ?? bases.base))),
  );
  const sockets = wanted.filter(isSocket).flatMap((one) => socketEvents(one, bases.base, told));
  return [...requests, ...grants, ...actions, ...sockets].toSorted((a, b) => a.atMs - b.atMs);
}

function isSendable({ entry, where }: Placed, told: string[]): boolean {
  if (entry.request.postData?.comment && !entry.request.postData.text)
    told.push(`${where}: the export left its body out`);
  const length = entry.request.postData?.text?.length ?? 0;
  if (length <= LONGEST_BODY) return true;
  told.push(`${where}: its body has ${length} characters, which are more than a file should have`);
  return false;
}

function timed({ entry }: Placed, open: (reader: WireReader) => ReturnType<WireReader['request']>): Timed {
  return {
    atMs: entry.startedDateTime,
    put(reader) {
      const waiting = open(reader);
      const endMs = entry.startedDateTime + Math.max(0, entry.time ?? 0);
      const { status, headers, content } = entry.response;
      if (typeof status !== 'number' || status < 100) waiting.failed(failureOf(entry), endMs);
      else waiting.answered({ status, headers, body: textOf(content?.text, content?.encoding) }, endMs);
    },
  };
}

function socketName(url: URL): SocketName {
  return /market/i.test(url.pathname) ? 'marketData' : 'trading';
}

function socketEvents(one: Placed, base: Base, told: string[]): readonly Timed[] {
  const { entry, url, where } = one;
  const messages = entry._webSocketMessages ?? [];
  const startMs = entry.startedDateTime;
  const times = messages.map(({ time }) => (time < 0 ? startMs : time > 1e11 ? time : time * 1_000));
  let socket: ReturnType<WireReader['socket']> | undefined;
  const open: Timed = {
    atMs: startMs,
    put(reader) {
      socket = reader.socket(socketName(url), requestOf(one, base));
      const { status, headers, content } = entry.response;
      const answeredAtMs = Math.max(startMs, times[0] ?? startMs);
      const isOpen = messages.length > 0 || status === 101;
      if (isOpen) socket.answered({ status: 101, headers, body: '' }, answeredAtMs);
      else if (typeof status !== 'number' || status < 100) socket.failed(failureOf(entry), startMs);
      else socket.answered({ status, headers, body: textOf(content?.text, content?.encoding) }, startMs);
      if (isOpen && messages.length === 0)
        told.push(`${where}: the export has no message of the socket, so it is opened alone`);
    },
  };
  // A message may not come before the handshake, whatever its clock says.
  const frames = messages.map(({ type, opcode, data }, i): Timed => {
    const atMs = Math.max(startMs, times[i] ?? startMs);
    const text = opcode === 2 ? null : (data ?? '');
    return { atMs, put: () => socket?.frame(type === 'send' ? 'sent' : 'received', text, atMs) };
  });
  return [open, ...frames];
}
