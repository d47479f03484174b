/** Selects what goes from a history into the record: a part of a long history, and a part of a long body. */
import type { Conversation, Frame } from '../../member/exchange/conversation.ts';
import { isConversation } from '../../member/exchange/conversation.ts';
import type { Exchange, HeaderLines } from '../../member/exchange/exchange.ts';
import { overTheWire } from '../../member/exchange/settling.ts';

interface Limits {
  /** The most exchanges, the longest body in characters, and the most frames of a conversation. */
  readonly exchanges: number;
  readonly body: number;
  readonly frames: number;
  /** Whether headers that only carry the message are left out. */
  readonly isSample: boolean;
}

const OF_A_FAILURE: Limits = { exchanges: 40, body: 16_384, frames: 60, isSample: false };
/** A pass keeps a sample of what was sent. This keeps the record of a passing run below 1 MB. */
const OF_A_PASS: Limits = { exchanges: 2, body: 256, frames: 6, isSample: true };

function cut(body: string, longest: number): string {
  if (body.length <= longest) return body;
  // A substring keeps the whole string in memory, so the part is copied.
  const part = Buffer.from(body.slice(0, longest)).toString();
  return `${part}... (${body.length} characters)`;
}

/** They say nothing about the member, and would be a sixth of the record. */
const CARRYING = new Set(['connection', 'content-length', 'date', 'keep-alive', 'user-agent']);

function keptHeaders(headers: HeaderLines, { isSample }: Limits): HeaderLines {
  return isSample ? headers.filter(([name]) => !CARRYING.has(name.toLowerCase())) : headers;
}

function cutBodies(e: Exchange, limits: Limits): Exchange {
  const { request, response } = e;
  return {
    ...e,
    request: {
      ...request,
      path: cut(request.path, limits.body),
      headers: keptHeaders(request.headers, limits),
      body: request.body === null ? null : cut(request.body, limits.body),
    },
    response:
      response === null
        ? null
        : { ...response, headers: keptHeaders(response.headers, limits), body: cut(response.body, limits.body) },
    ...(isConversation(e) ? { frames: keptFrames(e, limits) } : {}),
    ...(e.settling === undefined ? {} : { settling: overTheWire(e).map((one) => cutBodies(one, limits)) }),
  };
}

/** The frames that show the verdict, and the first and the last ones. */
function keptFrames({ frames, shown = [] }: Conversation, limits: Limits): readonly Frame[] {
  const edge = limits.frames / 2;
  return frames
    .filter(({ n }, i) => shown.includes(n) || i < edge || i >= frames.length - edge)
    .map((frame) => ({ ...frame, text: frame.text === null ? null : cut(frame.text, limits.body) }));
}

/** Always those of `seen`, then the last ones, in order of sending. */
export function evidenceOf(exchanges: readonly Exchange[], seen: readonly Exchange[], passed: boolean): Exchange[] {
  const limits = passed ? OF_A_PASS : OF_A_FAILURE;
  // A judge may have marked frames in its own copy: the record keeps that copy.
  const named = new Map(seen.map((e) => [e.n, e]));
  const inOrder = [...exchanges].sort((a, b) => a.n - b.n);
  const others = inOrder.filter((e) => !named.has(e.n));
  const room = Math.max(0, limits.exchanges - named.size);
  const kept = new Set(others.slice(Math.max(0, others.length - room)).map((e) => e.n));
  return inOrder.filter((e) => named.has(e.n) || kept.has(e.n)).map((e) => cutBodies(named.get(e.n) ?? e, limits));
}
