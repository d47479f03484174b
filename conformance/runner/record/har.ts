/**
 * The evidence of a run as HAR 1.2, for browsers and proxies. Times are those of the run; sizes are those in the
 * record.
 */
import type { Conversation, Frame } from '../../member/exchange/conversation.ts';
import { isConversation } from '../../member/exchange/conversation.ts';
import type { Exchange, HeaderLines } from '../../member/exchange/exchange.ts';
import { header } from '../../member/exchange/exchange.ts';
import { overTheWire } from '../../member/exchange/settling.ts';
import type { RunRecord } from './run-record.ts';

function nameValue(lines: HeaderLines) {
  return lines.map(([name, value]) => ({ name, value }));
}

/** A path that no URL can hold (raw requests) is appended to the address unchanged. */
function addressOf(baseUrl: string, path: string) {
  const text = baseUrl.replace(/(?<!\/)\/+$/, '') + path;
  return { text, query: URL.canParse(text) ? nameValue([...new URL(text).searchParams]) : [] };
}

/** As Chromium's network panel exports a WebSocket: `time` in seconds, `opcode` 1 for text. */
function messageOf({ direction, atMs, text }: Frame, startedAtMs: number) {
  return {
    type: direction === 'sent' ? 'send' : 'receive',
    time: (startedAtMs + atMs) / 1000,
    opcode: text === null ? 2 : 1,
    data: text ?? '',
  };
}

function webSocketOf({ frames }: Conversation, record: RunRecord) {
  const startedAtMs = Date.parse(record.run.startedAt);
  return {
    _resourceType: 'websocket',
    _webSocketMessages: frames.map((frame) => messageOf(frame, startedAtMs)),
  };
}

function entry(e: Exchange, record: RunRecord, checkId: string) {
  const { request, response } = e;
  const { baseUrl } = record.run.target;
  const { text: url, query: queryString } = addressOf(
    isConversation(e) ? baseUrl.replace(/^http/, 'ws') : baseUrl,
    request.path,
  );
  const tookMs = e.answeredAtMs - e.sentAtMs;
  const mimeType = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return {
    startedDateTime: new Date(Date.parse(record.run.startedAt) + e.sentAtMs).toISOString(),
    time: tookMs,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: nameValue(request.headers),
      queryString,
      ...(request.body === null ? {} : { postData: { mimeType, text: request.body } }),
      headersSize: -1,
      bodySize: request.body === null ? 0 : Buffer.byteLength(request.body),
    },
    response: {
      // HAR's own form for a missing answer.
      status: response?.status ?? 0,
      statusText: e.failure ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: nameValue(response?.headers ?? []),
      content: {
        size: Buffer.byteLength(response?.body ?? ''),
        mimeType: header(e, 'content-type') ?? '',
        text: response?.body ?? '',
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: tookMs, receive: 0 },
    ...(isConversation(e) ? webSocketOf(e, record) : {}),
    comment: [checkId, e.label ?? `#${e.n}`, `by ${e.actor}`].join(' '),
  };
}

function commentOf({ run: { id, cause } }: RunRecord): string {
  return [...(id === undefined ? [] : [`run ${id}`]), ...(cause === undefined ? [] : [`stopped: ${cause}`])].join(', ');
}

/** The exchanges and conversations of a record's evidence, in order of time, as JSON text. */
export function har(record: RunRecord): string {
  const entries = record.checks.flatMap((row) =>
    row.evidence.flatMap(overTheWire).map((e) => entry(e, record, row.id)),
  );
  entries.sort((a, b) => a.startedDateTime.localeCompare(b.startedDateTime));
  return JSON.stringify(
    { log: { version: '1.2', creator: record.tool, comment: commentOf(record), entries } },
    null,
    1,
  );
}
