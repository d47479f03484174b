/** One exchange, or one conversation on a socket, in one line; and as a command line. */
import type { Conversation, Frame } from '../../member/exchange/conversation.ts';
import { isConversation, isOpened } from '../../member/exchange/conversation.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { asOf, header, position, requestId } from '../../member/exchange/exchange.ts';
import { isOwnRequestId } from '../../member/sending/run-identity.ts';
import { statusInWords } from '../excuses/refusal-in-words.ts';
import { commandLine, quoted } from '../run/command-line.ts';

const LONGEST_BODY = 160;

const LONGEST_FRAME = 200;
/** For a conversation without marked frames: the last ones say most. */
const LAST_FRAMES = 4;

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

function inOneLine(text: string): string {
  return shortened(text.replace(/\s+/g, ' ').trim(), LONGEST_BODY);
}

function frameInWords({ direction, text }: Frame): string {
  return `${direction} ${text === null ? 'a binary message' : shortened(text, LONGEST_FRAME)}`;
}

function closingInWords({ closed }: Conversation): string {
  if (closed === null) return 'still open';
  const reason = closed.reason === '' ? '' : ` (${shortened(closed.reason, LONGEST_FRAME)})`;
  return `closed by the ${closed.by} with ${closed.code}${reason}`;
}

/** `101, received {"event":...}, closed by the target with 4001`; undefined where the handshake was not answered with 101. */
function conversationInWords(conversation: Conversation): string | undefined {
  if (!isOpened(conversation)) return undefined;
  const { frames, shown = [] } = conversation;
  const pointed = frames.filter(({ n }) => shown.includes(n));
  const described = pointed.length > 0 ? pointed : frames.slice(-LAST_FRAMES);
  const left = frames.length - described.length;
  const others = left === 0 ? [] : [`${left} other frame${left === 1 ? '' : 's'}`];
  return ['101', ...others, ...described.map(frameInWords), closingInWords(conversation)].join(', ');
}

/**
 * The whole message and a shortened body, `422 TICK_SIZE_VIOLATION "price: ...", position 7, X-Request-Id r-1, body
 * {...}`, or why there is no answer.
 */
export function answerInWords(e: Exchange): string {
  if (e.response === null) return `no answer (${e.failure})`;
  const said = isConversation(e) ? conversationInWords(e) : undefined;
  if (said !== undefined) return said;
  const parts = [statusInWords(e)];
  const traits: readonly (readonly [string, string | bigint | undefined])[] = [
    ['position', position(e)],
    ['as-of', asOf(e)],
    ['Idempotent-Replay', header(e, 'idempotent-replay')],
    ['Retry-After', header(e, 'retry-after')],
    ['X-Request-Id', requestId(e)],
  ];
  for (const [name, value] of traits) {
    if (value !== undefined) parts.push(`${name} ${value}`);
  }
  parts.push(e.response.body === '' ? 'no body' : `body ${inOneLine(e.response.body)}`);
  return parts.join(', ');
}

/** `POST /orders by trader: 201, position 8, ...` */
export function exchangeInWords(e: Exchange): string {
  return `${e.request.method} ${inOneLine(e.request.path)} by ${e.actor}: ${answerInWords(e)}`;
}

/** A shell variable replaces each token: `<token of trader>` becomes `$TRADER_TOKEN`. */
function headerArgument(name: string, value: string): string {
  const own = /^Bearer <token of ([A-Za-z]+)>$/.exec(value)?.[1];
  if (own !== undefined) return `"${name}: Bearer $${own.toUpperCase()}_TOKEN"`;
  // With a colon and no value curl leaves the header out.
  return quoted(value === '' ? `${name};` : `${name}: ${value}`);
}

/** The request as a curl line; null where no HTTP client sends such a request, or no shell can hold it. */
export function curlOf(e: Exchange, baseUrl: string): string | null {
  const { method, path, headers, body } = e.request;
  const ordinary = headers.some(([name, value]) => name === 'User-Agent' && value.startsWith('touchstone'));
  // curl has no WebSocket client.
  if (!ordinary || e.raw === true || isConversation(e) || body?.includes('\0') === true) return null;
  const sent = headers.filter(([name, value]) => name !== 'User-Agent' && !isOwnRequestId(value));
  return [
    'curl -sS -i',
    // Otherwise curl takes brackets for patterns, resolves dots, and waits for the body of a HEAD.
    ...(/[[\]{}]/.test(path) ? ['-g'] : []),
    ...(/\/\.{1,2}(\/|\?|$)/.test(path) ? ['--path-as-is'] : []),
    method === 'HEAD' ? '--head' : `-X ${commandLine([method])}`,
    quoted(baseUrl.replace(/(?<!\/)\/+$/, '') + path),
    ...sent.map(([name, value]) => `-H ${headerArgument(name, value)}`),
    // `--data-binary @file` would send a file of the person who runs the line.
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' ');
}
