/**
 * What a step that failed, or came to nothing, shows: each mismatch with its place, the refusal with its whole message, the
 * body beside the expected one, and the exchange or the frames. Lines have no line end. The exchange holds no secret:
 * the client that recorded it replaced them.
 */
import type { Exchange, HeaderLines } from '../../conformance/member/exchange/exchange.ts';
import { json, parse } from '../../conformance/member/exchange/exchange.ts';
import { readExactJson } from './exact-json.ts';
import type { SeenValue } from './json-diff.ts';
import { jsonDiff, jsonLines } from './json-diff.ts';
import type { PlayedStep, SocketMessage } from './played.ts';
import type { Paint } from './terminal-text.ts';
import { cut, harmless } from './terminal-text.ts';

const MOST_MISMATCHES = 12;
const MOST_DIFF_LINES = 60;
const MOST_BODY_LINES = 24;
const MOST_FRAMES = 5;
const LONGEST_LINE = 400;
/** A body of this many characters stands in one line. */
const SHORT_BODY = 90;

/** Headers that say nothing of the answer. `as` says whose token it was. */
const DULL = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'sec-websocket-accept', 'date', 'content-length'],
  ...['authorization', 'accept', 'user-agent', 'sec-websocket-version'],
]);

function seenOf(text: string | undefined): SeenValue | undefined {
  if (text === undefined) return undefined;
  const value = parse(text);
  const read = value === undefined ? undefined : readExactJson(text);
  return read === undefined ? undefined : { value, exact: read.value };
}

function limited(lines: readonly string[], most: number): readonly string[] {
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most), `... ${lines.length - most} more lines (--transcript has all of it)`];
}

function bodyLines(text: string | null): readonly string[] {
  if (text === null || text === '') return [];
  const read = readExactJson(text);
  if (read === undefined)
    return limited(
      text.split(/\r?\n/).map((line) => cut(line, LONGEST_LINE)),
      MOST_BODY_LINES,
    );
  const short = JSON.stringify(read.value);
  return short.length <= SHORT_BODY ? [short] : limited(jsonLines(read.value), MOST_BODY_LINES);
}

function headerLines(headers: HeaderLines): readonly string[] {
  return headers
    .filter(([name]) => !DULL.has(name.toLowerCase()))
    .map(([name, value]) => cut(`${name}: ${value}`, LONGEST_LINE));
}

function refusalOf(exchanges: readonly Exchange[], received: string | undefined): string | undefined {
  const last = exchanges.at(-1);
  const of =
    last === undefined ? seenOf(received)?.value : (json(last) as { readonly error?: unknown } | undefined)?.error;
  if (typeof of !== 'object' || of === null) return undefined;
  const { code, message } = of as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code !== 'string') return undefined;
  return typeof message === 'string' ? `${code}: ${message}` : code;
}

function diffLines({ wanted, exchanges, received, mismatches }: PlayedStep, paint: Paint): readonly string[] {
  const expected = wanted?.body ?? wanted?.frame;
  const part = wanted?.body === undefined ? 'frame' : 'body';
  const differs = mismatches.some(({ what }) => what === part || what.startsWith(`${part} `));
  const seen = seenOf(part === 'body' ? exchanges.at(-1)?.response?.body : received);
  if (!differs || typeof expected !== 'object' || expected === null || seen === undefined) return [];
  // A refusal beside the body of a success: every line would differ.
  const isRefused =
    part === 'body' && refusalOf(exchanges, undefined) !== undefined && !Object.hasOwn(expected, 'error');
  if (isRefused) return [];
  // Paths into the body appear in their mismatches only.
  const plain = Array.isArray(expected)
    ? expected
    : Object.fromEntries(Object.entries(expected).filter(([key]) => !/^\$([.[]|$)/.test(key)));
  const lines = jsonDiff(plain, seen).map(({ mark, text }) => {
    const line = harmless(`${mark} ${text}`);
    return mark === ' ' ? line : paint(mark === '-' ? 'good' : 'bad', line);
  });
  if (lines.length === 0) return [];
  return [paint('strong', `${part}, - expected + seen`), ...limited(lines, MOST_DIFF_LINES)];
}

function exchangeLines(exchanges: readonly Exchange[], paint: Paint): readonly string[] {
  const last = exchanges.at(-1);
  if (last === undefined) return [];
  const { request, response, failure, actor } = last;
  const tries = exchanges.length === 1 ? '' : `, the last of ${exchanges.length} tries`;
  const sent = [`${request.method} ${request.path}`, ...headerLines(request.headers), ...bodyLines(request.body)];
  const answered = response === null ? [] : [...headerLines(response.headers), ...bodyLines(response.body)];
  return [
    paint('strong', `sent as ${harmless(actor)}${tries}`),
    ...sent.map((line) => `  ${harmless(line)}`),
    paint(
      'strong',
      response === null ? `no answer (${harmless(failure ?? 'unknown')})` : `answered ${response.status}`,
    ),
    ...answered.map((line) => `  ${harmless(line)}`),
  ];
}

function messageLines(message: SocketMessage, paint: Paint): readonly string[] {
  const name = harmless(message.socket);
  if ('closed' in message) {
    const { code, reason, by } = message.closed;
    const why = reason === '' ? '' : `: ${harmless(reason)}`;
    return [paint('strong', `${name} closed with ${code} by the ${by === 'target' ? 'target' : 'client'}${why}`)];
  }
  const { direction, text } = message.frame;
  const lines = text === null ? ['a binary frame'] : bodyLines(text);
  return [paint('strong', `${direction} on ${name}`), ...lines.map((line) => `  ${harmless(line)}`)];
}

function frameLines({ messages }: PlayedStep, paint: Paint): readonly string[] {
  const left = messages.length - MOST_FRAMES;
  return [
    ...(left > 0 ? [`${left} earlier ${left === 1 ? 'frame' : 'frames'} (--transcript has all of them)`] : []),
    ...messages.slice(-MOST_FRAMES).flatMap((message) => messageLines(message, paint)),
  ];
}

/** The last exchange of a step and its last frames. Empty if there are none. */
export function trafficLines(played: PlayedStep, paint: Paint): readonly string[] {
  return [...exchangeLines(played.exchanges, paint), ...frameLines(played, paint)];
}

/** Empty for a step that did not fail. @param file the name of the scenario's file, for places. */
export function failureLines(played: PlayedStep, paint: Paint, file: string): readonly string[] {
  const { mismatches, why, verdict } = played;
  if (verdict !== 'fail' && verdict !== 'inconclusive') return [];
  const { at } = played.step;
  const refusal = refusalOf(played.exchanges, played.received);
  const unsaid = mismatches.length - MOST_MISMATCHES;
  return [
    ...mismatches
      .slice(0, MOST_MISMATCHES)
      .map(
        ({ what, expected, seen, at: { line, column } }) =>
          `${paint('bad', harmless(what))}: expected ${harmless(expected)}, seen ${harmless(seen)}  ${paint('quiet', `${file}:${line}:${column}`)}`,
      ),
    ...(unsaid > 0 ? [`and ${unsaid} more differences`] : []),
    ...(why === undefined
      ? []
      : [`${paint('unsure', harmless(why))}  ${paint('quiet', `${file}:${at.line}:${at.column}`)}`]),
    ...(refusal === undefined ? [] : [`${paint('strong', 'refused')} ${harmless(refusal)}`]),
    ...diffLines(played, paint),
    ...trafficLines(played, paint),
  ];
}
