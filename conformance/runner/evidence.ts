/** Selects what goes from a history into the record: a part of a long history, and a part of a long body. */
import type { Conversation, Frame } from '../client/conversation.ts';
import { isConversation } from '../client/conversation.ts';
import type { Exchange } from '../client/exchange.ts';
import { overTheWire } from '../client/settling.ts';

const MOST_OF_A_FAILURE = 40;
const MOST_OF_A_PASS = 8;
const LONGEST_BODY = 16_384;
const MOST_FRAMES = 60;

function cut(body: string): string {
  if (body.length <= LONGEST_BODY) return body;
  // A substring keeps the whole string in memory, so the part is copied.
  const part = Buffer.from(body.slice(0, LONGEST_BODY)).toString();
  return `${part}... (${body.length} characters)`;
}

function cutBodies(e: Exchange): Exchange {
  const { request, response } = e;
  return {
    ...e,
    request: { ...request, body: request.body === null ? null : cut(request.body) },
    response: response === null ? null : { ...response, body: cut(response.body) },
    ...(isConversation(e) ? { frames: keptFrames(e) } : {}),
    ...(e.settling === undefined ? {} : { settling: overTheWire(e).map(cutBodies) }),
  };
}

/** The frames that show the verdict, and the first and the last ones. */
function keptFrames({ frames, shown = [] }: Conversation): readonly Frame[] {
  const edge = MOST_FRAMES / 2;
  return frames
    .filter(({ n }, i) => shown.includes(n) || i < edge || i >= frames.length - edge)
    .map((frame) => ({ ...frame, text: frame.text === null ? null : cut(frame.text) }));
}

/** Always those of `seen`, then the last ones, in order of sending. */
export function evidenceOf(exchanges: readonly Exchange[], seen: readonly Exchange[], passed: boolean): Exchange[] {
  const most = passed ? MOST_OF_A_PASS : MOST_OF_A_FAILURE;
  // A judge may have marked frames in its own copy: the record keeps that copy.
  const named = new Map(seen.map((e) => [e.n, e]));
  const inOrder = [...exchanges].sort((a, b) => a.n - b.n);
  const others = inOrder.filter((e) => !named.has(e.n));
  const room = Math.max(0, most - named.size);
  const kept = new Set(others.slice(others.length - Math.min(room, others.length)).map((e) => e.n));
  return inOrder.filter((e) => named.has(e.n) || kept.has(e.n)).map((e) => cutBodies(named.get(e.n) ?? e));
}
