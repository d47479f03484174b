/** The entries of a HAR as what happened, in order: an entry of a socket is its handshake and its messages. */
import type { SocketName } from '../../../conformance/member/exchange/conversation.ts';
import type { TrafficReader, TrafficRequest } from '../../../scenarios/index.ts';
import type { Base } from './base-of.ts';
import { isSocket, type Placed } from './har-entries.ts';
import type { HarEntry } from './har-shape.ts';

/** The contract takes no longer body (Limits). */
const LONGEST_BODY = 1_000_000;

/** What comes first of one millisecond: a client acts on what a socket brought, and opens a socket by an answer. */
const RANKS = { frame: 0, request: 1, open: 2, 'first frame': 3 } as const;

interface Timed {
  readonly atMs: number;
  readonly rank: (typeof RANKS)[keyof typeof RANKS];
  put(reader: TrafficReader): void;
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

function requestOf(one: Placed, base: Base): TrafficRequest {
  const { entry, where } = one;
  const { method, headers } = entry.request;
  // HTTP/2 has its pseudo-headers there; a page of the gateway's own origin says nothing by Origin.
  const lines = headers.filter(
    ([name, value]) => !name.startsWith(':') && !(/^origin$/i.test(name) && value === base.origin),
  );
  return { method, path: pathOf(one, base), headers: lines, body: bodyOf(entry), atMs: entry.startedDateTime, where };
}

/** As the exports spell it: a client that stopped waiting, or a connection that ended. */
function failureOf({ response }: HarEntry): string {
  const why = response._error ?? response._failureText ?? response.statusText ?? '';
  if (/abort|timed?.?out|cancel/i.test(why)) return 'aborted';
  return why === '' ? 'reset' : `reset: ${why}`.slice(0, 120);
}

/** Each entry is put into a reader in its turn. `notes` receives what could not be read. */
export function inOrder(
  { wanted, tokens, control }: Readonly<Record<'wanted' | 'tokens' | 'control', readonly Placed[]>>,
  bases: { readonly base: Base; readonly control: Base | undefined },
  notes: string[],
): readonly Timed[] {
  const requests = wanted
    .filter((one) => !isSocket(one) && isSendable(one, notes))
    .map((one) => timed(one, (reader) => reader.request(requestOf(one, bases.base))));
  const grants = tokens.map((one) => timed(one, (reader) => reader.token(requestOf(one, bases.base))));
  const actions = control.map((one) =>
    timed(one, (reader) => reader.control(requestOf(one, bases.control ?? bases.base))),
  );
  const sockets = wanted.filter(isSocket).flatMap((one) => socketEvents(one, bases.base, notes));
  const rankOf = ({ atMs, rank }: Timed) => Math.floor(atMs) * 4 + rank;
  return [...grants, ...requests, ...actions, ...sockets].toSorted((a, b) => rankOf(a) - rankOf(b));
}

function isSendable({ entry, where }: Placed, notes: string[]): boolean {
  if (entry.request.postData?.comment && !entry.request.postData.text)
    notes.push(`${where}: the export left its body out`);
  const length = entry.request.postData?.text?.length ?? 0;
  if (length <= LONGEST_BODY) return true;
  notes.push(`${where}: its body has ${length} characters, which are more than a file should have`);
  return false;
}

function timed({ entry }: Placed, open: (reader: TrafficReader) => ReturnType<TrafficReader['request']>): Timed {
  return {
    atMs: entry.startedDateTime,
    rank: RANKS.request,
    put(reader) {
      const waiting = open(reader);
      // Starts are whole milliseconds: an end is not later than the next start.
      const endMs = Math.floor(entry.startedDateTime + Math.max(0, entry.time ?? 0));
      const { status, headers, content } = entry.response;
      if (typeof status !== 'number' || status < 100) waiting.failed(failureOf(entry), endMs);
      else waiting.answered({ status, headers, body: textOf(content?.text, content?.encoding) }, endMs);
    },
  };
}

function socketName(url: URL): SocketName {
  return /market/i.test(url.pathname) ? 'marketData' : 'trading';
}

function socketEvents(one: Placed, base: Base, notes: string[]): readonly Timed[] {
  const { entry, url, where } = one;
  const messages = entry._webSocketMessages ?? [];
  const startMs = entry.startedDateTime;
  const times = messages.map(({ time }) => (time < 0 ? startMs : time > 1e11 ? time : time * 1_000));
  let socket: ReturnType<TrafficReader['socket']> | undefined;
  const open: Timed = {
    atMs: startMs,
    rank: RANKS.open,
    put(reader) {
      socket = reader.socket(socketName(url), requestOf(one, base));
      const { status, headers, content } = entry.response;
      const answeredAtMs = Math.max(startMs, times[0] ?? startMs);
      const isOpen = messages.length > 0 || status === 101;
      if (isOpen) socket.answered({ status: 101, headers, body: '' }, answeredAtMs);
      else if (typeof status !== 'number' || status < 100) socket.failed(failureOf(entry), startMs);
      else socket.answered({ status, headers, body: textOf(content?.text, content?.encoding) }, startMs);
      if (isOpen && messages.length === 0)
        notes.push(`${where}: the export has no message of the socket, so it is opened alone`);
    },
  };
  // A message may not come before the handshake, whatever its clock says.
  const frames = messages.map(({ type, opcode, data }, i): Timed => {
    const atMs = Math.max(startMs, times[i] ?? startMs);
    const text = opcode === 2 ? null : (data ?? '');
    const rank = Math.floor(atMs) === Math.floor(startMs) ? RANKS['first frame'] : RANKS.frame;
    return { atMs, rank, put: () => socket?.frame(type === 'send' ? 'sent' : 'received', text, atMs) };
  });
  return [open, ...frames];
}
