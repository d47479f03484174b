/**
 * One WebSocket connection as the suite's client recorded it: the handshake as an exchange, and every message in both
 * directions. Redacted like exchanges: a ticket in the address reads `<ticket 1>`, a token in op auth `<token of
 * trader>`. Pings and pongs are not recorded. The functions read a conversation; none of them throws on a malformed
 * frame.
 */
import { type Exchange, parse, status } from './exchange.ts';

/** The names of the sockets as in the profile. */
export type SocketName = 'trading' | 'marketData';

/** One message, in either direction. */
export interface Frame {
  /** Shares one sequence with the exchanges and conversations of the run: the earlier event has the smaller number. */
  readonly n: number;
  readonly direction: 'sent' | 'received';
  /** Milliseconds since the run began, on the suite's own stopwatch. */
  readonly atMs: number;
  /** null: a binary message. */
  readonly text: string | null;
}

export interface Closed {
  readonly n: number;
  readonly atMs: number;
  /** 1005: a close frame without a code; 1006: the connection ended without a close frame. */
  readonly code: number;
  readonly reason: string;
  /** Which side closed first. */
  readonly by: 'target' | 'suite';
  /** A protocol error that the suite's client found in a frame of the target; null: none. */
  readonly failure: string | null;
}

/**
 * The handshake is the exchange: `response` has status 101 if it opened, otherwise the refusal; null if no response
 * came (`failure` says why).
 */
export interface Conversation extends Exchange {
  readonly socket: SocketName;
  /** In order of `n`. */
  readonly frames: readonly Frame[];
  /** null: still open at the end of the check. */
  readonly closed: Closed | null;
  /** `n` of the frames that a judge refers to. */
  readonly shown?: readonly number[];
}

export type Json = Readonly<Record<string, unknown>>;

/** Whether the exchange is the handshake of a conversation. */
export function isConversation(e: Exchange): e is Conversation {
  return 'frames' in e;
}

/** Whether the handshake was accepted (101). */
export function isOpened(e: Exchange): boolean {
  return status(e) === 101;
}

/** The frames from the target. */
export function received({ frames }: Conversation): readonly Frame[] {
  return frames.filter(({ direction }) => direction === 'received');
}

/** The frames from the suite. */
export function sent({ frames }: Conversation): readonly Frame[] {
  return frames.filter(({ direction }) => direction === 'sent');
}

const PARSED = new WeakMap<Frame, { readonly value: Json | undefined }>();

/** A frame's text as a JSON object; undefined where it is none. Parsed once. */
export function frameJson(frame: Frame): Json | undefined {
  const known = PARSED.get(frame);
  if (known !== undefined) return known.value;
  const value = objectOf(frame.text);
  PARSED.set(frame, { value });
  return value;
}

function objectOf(text: string | null): Json | undefined {
  const value = text === null ? undefined : parse(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** One value inside a frame: `frameAt(frame, 'session', 'expiresAtNs')`; undefined where the path does not exist. */
export function frameAt(frame: Frame | undefined, ...way: readonly (string | number)[]): unknown {
  let value: unknown = frame === undefined ? undefined : frameJson(frame);
  for (const step of way) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** The kind of an event frame; undefined for any other frame. */
export function eventKind(frame: Frame): string | undefined {
  // A response of a newer member may have a msgType, but it has no event.
  const isAnswer = frameAt(frame, 'success') !== undefined;
  const kind = frameAt(frame, 'event') ?? (isAnswer ? undefined : frameAt(frame, 'msgType'));
  return typeof kind === 'string' && frame.direction === 'received' ? kind : undefined;
}

/** The event frames, of one kind or of all kinds. */
export function events(conversation: Conversation, kind?: string): readonly Frame[] {
  return received(conversation).filter((frame) => {
    const seen = eventKind(frame);
    return seen !== undefined && (kind === undefined || seen === kind);
  });
}

/** Whether a frame is the response to the op with this reqId; null: to an op that could not be read. */
export function isAnswerTo(frame: Frame, reqId: unknown): boolean {
  return isResponse(frame) && frameJson(frame)?.['reqId'] === reqId;
}

function isResponse(frame: Frame): boolean {
  const body = frame.direction === 'received' ? frameJson(frame) : undefined;
  return body !== undefined && !('event' in body);
}

const ANSWERS = new WeakMap<
  readonly Frame[],
  { readonly of: number; readonly byReqId: ReadonlyMap<unknown, Frame[]> }
>();

/** The responses to an op, in order; empty where none came. A conversation in progress is read again. */
export function answersTo({ frames }: Conversation, reqId: unknown): readonly Frame[] {
  let answers = ANSWERS.get(frames);
  if (answers?.of !== frames.length) {
    const byReqId = Map.groupBy(frames.filter(isResponse), (frame) => frameJson(frame)?.['reqId']);
    answers = { of: frames.length, byReqId };
    ANSWERS.set(frames, answers);
  }
  return answers.byReqId.get(reqId) ?? [];
}

/** The first response to an op that came after it. */
export function answerAfter(conversation: Conversation, { n }: Frame, reqId: unknown): Frame | undefined {
  return answersTo(conversation, reqId).find((frame) => frame.n > n);
}

/** `expiresAtNs` and `capabilities` as in a sessionOpened event or a response to op auth. */
export interface Grant {
  readonly capabilities: readonly unknown[];
  readonly expiresAtNs: bigint;
}

/** The grant of a frame; undefined where it has none in the proper form. */
export function grantOf(frame: Frame | undefined): Grant | undefined {
  const of = frameAt(frame, 'data') ?? frameAt(frame, 'session');
  if (typeof of !== 'object' || of === null) return undefined;
  const { capabilities, expiresAtNs } = of as Json;
  if (!Array.isArray(capabilities)) return undefined;
  if (typeof expiresAtNs !== 'string' || !/^(0|[1-9][0-9]{0,18})$/.test(expiresAtNs)) return undefined;
  return { capabilities, expiresAtNs: BigInt(expiresAtNs) };
}

/** The conversation with the frames that show a violation, as a judge passes it to `violated`. */
export function showing(
  conversation: Conversation,
  ...frames: readonly (Frame | undefined | readonly Frame[])[]
): Conversation {
  const shown = frames.flat().flatMap((frame) => (frame === undefined ? [] : [frame.n]));
  return { ...conversation, shown };
}
