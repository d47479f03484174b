/**
 * Traffic as what a client did, in order: requests, handshakes, frames, closes, and actions of the control plane. What
 * came to the client unasked is kept by conversation, for the steps that hear it.
 */
import type { Closed, Conversation, Frame } from '../../conformance/member/exchange/conversation.ts';
import { frameJson, isAnswerTo, isConversation, isOpened } from '../../conformance/member/exchange/conversation.ts';
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import { overTheWire } from '../../conformance/member/exchange/settling.ts';
import type { ControlAction, Seen, Traffic } from './traffic.ts';

interface Acted {
  readonly n: number;
  readonly where: string;
  readonly sentAtMs: number;
  /** Infinity: never, or after the client had given up. */
  readonly answeredAtMs: number;
}

export interface RequestAct extends Acted {
  readonly kind: 'request';
  readonly exchange: Exchange;
}

export interface OpenAct extends Acted {
  readonly kind: 'open';
  readonly conversation: Conversation;
}

export interface FrameAct extends Acted {
  readonly kind: 'frame';
  readonly conversation: Conversation;
  readonly frame: Frame;
  readonly answer: Frame | undefined;
}

export interface CloseAct extends Acted {
  readonly kind: 'close';
  readonly conversation: Conversation;
}

export interface ControlAct extends Acted {
  readonly kind: 'control';
  readonly action: ControlAction;
}

export type Act = RequestAct | OpenAct | FrameAct | CloseAct | ControlAct;

/** A frame that answers no op, or the end of a session by the target. */
export interface Arrival {
  readonly n: number;
  readonly atMs: number;
  readonly conversation: Conversation;
  readonly frame: Frame | undefined;
  readonly closed: Closed | undefined;
}

/** Failures of a client that stopped waiting: what the target did afterwards is not known. */
const GAVE_UP = /time.?out|abort|gave up|cancel|not answered/i;

/** Whether the client stopped waiting for the answer. */
export function gaveUp({ response, failure }: Exchange): boolean {
  return response === null && GAVE_UP.test(failure ?? '');
}

function ofConversation(conversation: Conversation, where: string): { acts: Act[]; arrivals: Arrival[] } {
  const { n, sentAtMs, answeredAtMs, frames, closed } = conversation;
  const acts: Act[] = [{ kind: 'open', n, where, sentAtMs, answeredAtMs, conversation }];
  const arrivals: Arrival[] = [];
  if (!isOpened(conversation)) return { acts, arrivals };
  const answers = new Set<Frame>();
  for (const frame of frames) {
    if (frame.direction !== 'sent') continue;
    const op = frameJson(frame);
    const answer =
      op?.['reqId'] === undefined
        ? undefined
        : frames.find((one) => one.n > frame.n && !answers.has(one) && isAnswerTo(one, op['reqId']));
    if (answer !== undefined) answers.add(answer);
    const answeredAt = answer?.atMs ?? Number.POSITIVE_INFINITY;
    const at = { n: frame.n, where, sentAtMs: frame.atMs, answeredAtMs: answeredAt };
    acts.push({ kind: 'frame', ...at, conversation, frame, answer });
  }
  for (const frame of frames) {
    if (frame.direction === 'sent' || answers.has(frame)) continue;
    arrivals.push({ n: frame.n, atMs: frame.atMs, conversation, frame, closed: undefined });
  }
  if (closed?.by === 'suite') {
    const at = { n: closed.n, where, sentAtMs: closed.atMs, answeredAtMs: closed.atMs };
    acts.push({ kind: 'close', ...at, conversation });
  } else if (closed !== null) {
    arrivals.push({ n: closed.n, atMs: closed.atMs, conversation, frame: undefined, closed });
  }
  return { acts, arrivals };
}

function ofSeen({ event, where }: Seen): { readonly acts: readonly Act[]; readonly arrivals: readonly Arrival[] } {
  if ('kind' in event) {
    const { n, sentAtMs, answeredAtMs } = event;
    return { acts: [{ kind: 'control', n, where, sentAtMs, answeredAtMs, action: event }], arrivals: [] };
  }
  if (isConversation(event)) return ofConversation(event, where);
  const acts = [...(event.earlier ?? []), event].flatMap(overTheWire).map((exchange): RequestAct => {
    const { n, sentAtMs, answeredAtMs } = exchange;
    const answered = gaveUp(exchange) ? Number.POSITIVE_INFINITY : answeredAtMs;
    return { kind: 'request', n, where, sentAtMs, answeredAtMs: answered, exchange };
  });
  return { acts, arrivals: [] };
}

/** Acts in order of sending, and arrivals in order of their coming. */
export function actsOf({ events }: Traffic): { readonly acts: readonly Act[]; readonly arrivals: readonly Arrival[] } {
  const all = events.map(ofSeen);
  return {
    acts: all.flatMap(({ acts }) => acts).sort((a, b) => a.n - b.n),
    arrivals: all.flatMap(({ arrivals }) => arrivals).sort((a, b) => a.n - b.n),
  };
}
