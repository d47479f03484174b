/** HAR 1.2, which browsers, proxies and `touchstone import` read; a socket as Chromium exports it. */
import type { Platform } from '../event-types.ts';
import type { WholeFrame } from './frame-inspector.tsx';
import { bodyText, type WholeExchange } from './whole-exchange.ts';

/** A row of traffic with its content, if that is still stored. */
export type WholeRow = WholeExchange | WholeFrame;

function isFrame(row: WholeRow): row is WholeFrame {
  return 'topic' in row;
}

type Lines = readonly (readonly [string, string])[];

function nameValue(lines: Lines = []) {
  return lines.map(([name, value]) => ({ name, value }));
}

function typeOf(lines: Lines = []): string {
  return lines.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

/** A target that no address can hold, such as `*`, has no query. */
function queryOf(url: string) {
  return URL.canParse(url) ? nameValue([...new URL(url).searchParams]) : [];
}

function dateOf(atNs: string): string {
  return new Date(Number(BigInt(atNs) / 1_000_000n)).toISOString();
}

/** What the client received: the member's answer, another one, or none. */
function responseOf({ status, response, received, outcome }: WholeExchange) {
  if (received === null || outcome.kind === 'cut')
    return { status: 0, statusText: '', headers: [], _error: outcome.text };
  const { headers, body } = received ?? response ?? {};
  return { status: received?.status ?? status, statusText: '', headers, body };
}

function entryOf(one: WholeExchange, baseUrl: string) {
  const { atNs, receivedNs = atNs, tookNs = '0', method, path, target = path, request, outcome, strikes } = one;
  const sent = bodyText(request?.body);
  const { headers, body, ...response } = responseOf(one);
  const answered = bodyText(body) ?? '';
  const timeMs = Number(tookNs) / 1_000_000;
  return {
    startedDateTime: dateOf(receivedNs),
    time: timeMs,
    comment: [outcome.text, ...strikes.map(({ says }) => says)].join('. '),
    request: {
      ...{ method, url: `${baseUrl}${target}`, httpVersion: 'HTTP/1.1', cookies: [] },
      headers: nameValue(request?.headers),
      queryString: queryOf(`${baseUrl}${target}`),
      ...(sent === null ? {} : { postData: { mimeType: typeOf(request?.headers), text: sent } }),
      ...{ headersSize: -1, bodySize: -1 },
    },
    response: {
      ...{ ...response, httpVersion: 'HTTP/1.1', cookies: [] },
      headers: nameValue(headers),
      content: { size: answered.length, mimeType: typeOf(headers), text: answered },
      ...{ redirectURL: '', headersSize: -1, bodySize: -1 },
    },
    cache: {},
    timings: { send: 0, wait: timeMs, receive: 0 },
  };
}

/** `time` is in seconds. */
function messagesOf(row: WholeRow) {
  const time = Number(BigInt(row.atNs) / 1_000n) / 1_000_000;
  const message = (type: 'send' | 'receive', body: unknown) => {
    const data = bodyText(body);
    return data === null ? [] : [{ type, time, opcode: 1, data }];
  };
  if (isFrame(row)) return message('receive', row.sent);
  return [...message('send', row.request?.body), ...message('receive', row.response?.body)];
}

/** The handshake of a session: the newest one of its path, member and principal before its first row. */
function handshakeOf(first: WholeRow, before: readonly WholeRow[]): WholeExchange | undefined {
  return before.findLast(
    (row): row is WholeExchange =>
      !isFrame(row) &&
      row.method === 'GET' &&
      row.status === 101 &&
      row.member === first.member &&
      row.path === pathOf(first) &&
      (row.principal === null || row.principal === first.principal),
  );
}

function pathOf(row: WholeRow): string {
  return isFrame(row) ? `/v1/ws/${row.socket}` : row.path;
}

/** Each session is one entry with its messages, in the place of its handshake if that is among the rows. */
export function harOf(rows: readonly WholeRow[], { baseUrl }: Platform): string {
  const sessions = Map.groupBy(
    rows.filter((row) => row.session !== undefined),
    ({ session = '' }) => session,
  );
  const opened = new Map<WholeRow, readonly WholeRow[]>();
  for (const own of sessions.values()) {
    const [first] = own;
    if (first === undefined) continue;
    const free = rows.slice(0, rows.indexOf(first)).filter((row) => !opened.has(row));
    opened.set(handshakeOf(first, free) ?? first, own);
  }
  const entries = rows.flatMap((row) => {
    const own = opened.get(row);
    if (own === undefined) return isFrame(row) || row.method === 'WS' ? [] : [entryOf(row, baseUrl)];
    const handshake = isFrame(row) || row.method === 'WS' ? handshakeLike(row) : row;
    return [
      {
        ...entryOf(handshake, baseUrl.replace(/^http/, 'ws')),
        ...{ _resourceType: 'websocket', _webSocketMessages: own.flatMap(messagesOf) },
      },
    ];
  });
  return JSON.stringify(
    { log: { version: '1.2', creator: { name: 'touchstone', version: '0.1.0' }, entries } },
    null,
    1,
  );
}

/** In place of a handshake that is not among the rows. */
function handshakeLike(row: WholeRow): WholeExchange {
  const { n, atNs, member } = row;
  const outcome = { kind: 'answered', text: '101' } as const;
  return {
    ...{ n, atNs, member, version: '', requestId: null, method: 'GET', path: pathOf(row), status: 101, outcome },
    ...{ key: null, refused: null, strikes: [], notes: [] },
  };
}
