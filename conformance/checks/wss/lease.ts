/** A session on a clock that moves when told: the times noted while it lives, and what its hints and its end must be. */

import type { Control } from '../../client/control.ts';
import type { Conversation, Frame } from '../../client/conversation.ts';
import { events, frameAt, received, showing } from '../../client/conversation.ts';
import type { OpenSocket } from '../../client/open-socket.ts';
import { isKindOfEvent, PROBE } from '../../rules/frame-rules.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, blaming, inconclusive, pass, violated } from '../../runner/judgement.ts';

const MS = 1_000_000n;
const ROUNDING_NS = 1_000n * MS;

interface Hand {
  readonly control: Control;
  readonly note: (label: string, value: unknown) => void;
}

/** Steps the clock, notes it and probes: what came before a probe's answer came before the next step. */
export async function probeEach(socket: OpenSocket, { control, note }: Hand, stepMs: number, steps: number) {
  for (let i = 0; i < steps; i += 1) {
    const { nowNs } = await control.advance(stepMs);
    note('now', nowNs);
    await socket.ask(PROBE);
  }
}

/** The readings of the clock around a frame: it was sent after the one and not after the other. */
function timesAround(history: History, frame: Frame): readonly [after: bigint, until: bigint] | undefined {
  const readings = history.notes.filter(({ label }) => label === 'now');
  const until = readings.findLast(({ n }) => n < frame.n);
  const next = readings.find(({ n }) => n > frame.n);
  const earlier = readings[readings.indexOf(until ?? (readings[0] as never)) - 1];
  // A frame may come before the reading of the clock that caused it is noted.
  const last = next ?? until;
  const first = earlier ?? readings[0];
  return first === undefined || last === undefined ? undefined : [first.value as bigint, last.value as bigint];
}

/** A sessionExpiring of a credential that ends at `endNs`: that time, and how long it is from when the hint was sent. */
function isHintOf(history: History, conversation: Conversation, frame: Frame, endNs: bigint): Judgement {
  const shown = showing(conversation, frame);
  if (frameAt(frame, 'data', 'expiresAtNs') !== String(endNs)) return violated(`expiresAtNs "${endNs}"`, shown);
  const inMs = frameAt(frame, 'data', 'inMs');
  if (!Number.isInteger(inMs) || (inMs as number) <= 0) return violated('inMs, an integer above 0', shown);
  const times = timesAround(history, frame);
  if (times === undefined) return inconclusive('nothing is known of when the hint came');
  const sentNs = endNs - BigInt(inMs as number) * MS;
  const isTrue = sentNs >= times[0] - ROUNDING_NS && sentNs <= times[1] + ROUNDING_NS;
  return isTrue ? pass : violated('inMs from now to the lapse', shown);
}

/** The sessionExpiring frames of a lease that ends then. */
export function hintsAt(conversation: Conversation, endNs: bigint): readonly Frame[] {
  return events(conversation, 'sessionExpiring').filter(
    (frame) => frameAt(frame, 'data', 'expiresAtNs') === String(endNs),
  );
}

/** Exactly one hint of the credential, before it lapses. */
export function isHintedOnce(history: History, conversation: Conversation, endNs: bigint): Judgement {
  const [first, second] = hintsAt(conversation, endNs);
  if (first === undefined) return violated('one sessionExpiring before the lapse', conversation);
  if (second !== undefined) return violated('one sessionExpiring a credential', showing(conversation, first, second));
  const isKind = blaming(isKindOfEvent(conversation, first), 'WSS-21');
  return allOf(isKind, isHintOf(history, conversation, first, endNs));
}

/** Open when asked `before` its end, closed two seconds after it; `after` it, at most SESSION_EXPIRED is answered. */
export function lapses(conversation: Conversation): Judgement {
  const [before, after] = ['before', 'after'].map((reqId) =>
    received(conversation).find((frame) => frameAt(frame, 'reqId') === reqId),
  );
  const { closed } = conversation;
  // There is a code for what comes between the lapse and the close.
  const isClosing = frameAt(after, 'code') === 'SESSION_EXPIRED' && closed?.by === 'target';
  if (after !== undefined && !isClosing)
    return violated('a session closed once expiresAtNs is reached', showing(conversation, after));
  if (closed?.by === 'target') {
    return before === undefined ? violated('a session open until expiresAtNs is reached', conversation) : pass;
  }
  return inconclusive('it was not closed, and answered nothing more');
}
