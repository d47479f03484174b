/** The leases of a session: their grants, the hints before their ends, and the ends, by the target's clock. */

import type { RequirementId } from '../../contract/requirements.ts';
import type { Control } from '../../member/control/control.ts';
import type { Conversation, Frame, Grant } from '../../member/exchange/conversation.ts';
import {
  answerAfter,
  answersTo,
  events,
  frameAt,
  received,
  sent,
  showing,
} from '../../member/exchange/conversation.ts';
import type { OpenSocket } from '../../member/sending/open-socket.ts';
import { storyOf } from '../../model/session-story.ts';
import { isCutOff, isKindOfEvent, PROBE } from '../../rules/frame-rules.ts';
import { targetTime } from '../../rules/target-time.ts';
import type { History } from '../../runner/history.ts';
import { allOf, blaming, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/record/not-shown.ts';

const MS = 1_000_000n;
const ROUNDING_NS = 1_000n * MS;
/** A session is closed within this of its end (T48). */
const LATE_NS = 2_000n * MS;
/** The time of a close must be known about so well to say that it was at the end. */
const AROUND_NS = 10_000n * MS;
/** Longer than any lead time that a client could use: a lease that is as long is hinted at before its end. */
const LONGEST_LEAD_NS = 15n * 60_000n * MS;

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
    // The clock did not move: what came before the answer came at this time or before it.
    note('now', nowNs);
  }
}

/** One lease of a session: of one credential, however often it was granted. */
export interface Lease {
  readonly grant: Grant;
  /** The frame with its grant: sessionOpened, or the answer to op auth. */
  readonly granted: Frame;
  readonly isRenewal: boolean;
  /** The sessionExpiring that came before the next lease. */
  readonly hints: readonly Frame[];
}

/** In order. A credential that is sent again is the same one. */
export function leasesOf(conversation: Conversation): readonly Lease[] {
  const { grants } = storyOf(conversation);
  const leases = grants.filter(({ grant }, i) => grants[i - 1]?.grant.expiresAtNs !== grant.expiresAtNs);
  const hints = events(conversation, 'sessionExpiring');
  return leases.map(({ grant, frame }, i) => {
    const next = leases[i + 1]?.frame.n ?? Number.POSITIVE_INFINITY;
    return { grant, granted: frame, isRenewal: i > 0, hints: hints.filter(({ n }) => n > frame.n && n < next) };
  });
}

/** A frame was not sent before the target had handled the latest op that it had answered by then. */
function notSentBefore(history: History, conversation: Conversation, frame: Frame): bigint | undefined {
  const isAnsweredBefore = (op: Frame) =>
    answersTo(conversation, frameAt(op, 'reqId')).some(({ n }) => n > op.n && n < frame.n);
  const handled = sent(conversation).findLast((op) => op.n < frame.n && isAnsweredBefore(op));
  return targetTime(history)(handled?.atMs ?? conversation.sentAtMs)?.notBeforeNs;
}

/** A sessionExpiring of a credential that ends at `endNs`: that time, and how long it is from when the hint was sent. */
function isHintOf(history: History, conversation: Conversation, frame: Frame, endNs: bigint): Judgement {
  const shown = showing(conversation, frame);
  if (frameAt(frame, 'data', 'expiresAtNs') !== String(endNs)) return violated(`expiresAtNs "${endNs}"`, shown);
  const inMs = frameAt(frame, 'data', 'inMs');
  if (!Number.isInteger(inMs) || (inMs as number) <= 0) return violated('inMs, an integer above 0', shown);
  const earliestNs = notSentBefore(history, conversation, frame);
  const latestNs = targetTime(history)(frame.atMs)?.notAfterNs;
  if (earliestNs === undefined || latestNs === undefined) return inconclusive('nothing is known of when the hint came');
  const sentNs = endNs - BigInt(inMs as number) * MS;
  const isTrue = sentNs >= earliestNs - ROUNDING_NS && sentNs <= latestNs + ROUNDING_NS;
  return isTrue ? pass : violated('inMs from now to the lapse', shown);
}

/** Exactly one hint of the credential, before it lapses. `ids`: what a missing, second or wrong one breaks. */
export function isHintedOnce(
  history: History,
  conversation: Conversation,
  { grant, hints }: Lease,
  ...ids: readonly RequirementId[]
): Judgement {
  const [first, second] = hints;
  if (first === undefined) return blaming(violated('one sessionExpiring before the lapse', conversation), ...ids);
  if (second !== undefined) {
    return blaming(violated('one sessionExpiring a credential', showing(conversation, first, second)), ...ids);
  }
  return allOf(
    blaming(isKindOfEvent(conversation, first), 'WSS-21'),
    blaming(isHintOf(history, conversation, first, grant.expiresAtNs), ...ids),
  );
}

/** How long before its end the lease was hinted at, as the hint says; undefined where it says nothing usable. */
function leadNs({ hints: [hint] }: Lease): bigint | undefined {
  const inMs = frameAt(hint, 'data', 'inMs');
  return Number.isInteger(inMs) && (inMs as number) > 0 ? BigInt(inMs as number) * MS : undefined;
}

/** The time from the grant to its end that the session had at least; undefined where the target's time is not known. */
function leastLifeNs(history: History, { grant, granted }: Lease): bigint | undefined {
  const grantedNs = targetTime(history)(granted.atMs)?.notAfterNs;
  return grantedNs === undefined ? undefined : grant.expiresAtNs - grantedNs;
}

/**
 * What a missing, second or wrong hint of a lease breaks. A member that hinted at an earlier lease and not at the renewed one,
 * or at the renewed one with another end, did not arm the hint for it.
 */
export function hintIdsOf(lease: Lease, earlier: Lease | undefined): readonly RequirementId[] {
  if (!lease.isRenewal || earlier === undefined || earlier.hints.length === 0) return ['WSS-06'];
  const [hint] = lease.hints;
  if (hint === undefined) return ['WSS-08'];
  return frameAt(hint, 'data', 'expiresAtNs') === String(lease.grant.expiresAtNs) ? ['WSS-06'] : ['WSS-06', 'WSS-08'];
}

/**
 * The hint of a lease that came to its end. A lease that lived for less than the lead time, which the interface does not
 * show, owes none (decision A96): without a hint it is only judged where it lived longer than any lead time, or longer
 * than the lead time that `like`, another lease, was hinted at.
 */
export function isHintedBeforeItsEnd(
  history: History,
  conversation: Conversation,
  lease: Lease,
  like?: Lease,
): Judgement {
  const lifeNs = leastLifeNs(history, lease) ?? 0n;
  const lead = like && leadNs(like);
  if (lease.hints.length > 0 || (lead !== undefined && lifeNs > lead + LATE_NS))
    return isHintedOnce(history, conversation, lease, ...hintIdsOf(lease, like));
  if (lifeNs >= LONGEST_LEAD_NS) return isHintedOnce(history, conversation, lease, 'WSS-06');
  const why = 'no sessionExpiring came, and none is owed to a session that lives for less than its lead time (A96)';
  return blaming(notShown(history, why), 'WSS-06');
}

/** There is a code for what comes between the lapse and the close. */
export const isExpired = (frame: Frame): boolean => frameAt(frame, 'code') === 'SESSION_EXPIRED';

/** The answer of a session that had not lapsed to an op that was sent when the target's time was surely past this. */
function answeredAfter(history: History, conversation: Conversation, ns: bigint): Frame | undefined {
  const time = targetTime(history);
  const late = sent(conversation).filter(({ atMs }) => (time(atMs)?.notBeforeNs ?? 0n) > ns);
  const answers = late.map((op) => answerAfter(conversation, op, frameAt(op, 'reqId')));
  return answers.find((answer) => answer !== undefined && !isExpired(answer));
}

/** Open until the end of its lease, closed soon after. An earlier close may have another reason. */
export function isClosedAtItsEnd(history: History, conversation: Conversation, endNs: bigint): Judgement {
  const late = answeredAfter(history, conversation, endNs + LATE_NS);
  if (late !== undefined) {
    return violated('a session closed within two seconds of its expiresAtNs', showing(conversation, late));
  }
  const { closed } = conversation;
  if (closed?.by !== 'target') return inconclusive('it was not closed, and answered nothing more');
  const at = targetTime(history)(closed.atMs);
  if (at === undefined) return inconclusive('nothing is known of when it was closed');
  if (at.notAfterNs < endNs) {
    return history.target.strict && !isCutOff(conversation)
      ? violated('a session open until expiresAtNs is reached', conversation)
      : inconclusive(`it was closed ${closed.code} before its end`);
  }
  if (received(conversation).some(isExpired)) return pass;
  if (at.notBeforeNs > endNs + LATE_NS)
    return inconclusive('its close came late, and nothing was asked of it meanwhile');
  return at.notBeforeNs >= endNs - AROUND_NS && at.notAfterNs <= endNs + AROUND_NS
    ? pass
    : inconclusive('when it was closed is not known well enough');
}

/** A proxy closes without a code, too. */
const NO_CODE = 1005;

/** It answered after the end of the lease before this one. */
export function hasOutlived(history: History, conversation: Conversation, before: Grant, { grant }: Lease): Judgement {
  if (answeredAfter(history, conversation, before.expiresAtNs) !== undefined) return pass;
  const { closed } = conversation;
  if (closed?.by !== 'target' || isCutOff(conversation) || closed.code === NO_CODE) {
    return inconclusive('the renewed session was cut off, or answered nothing');
  }
  const closedNs = targetTime(history)(closed.atMs)?.notAfterNs;
  return closedNs !== undefined && closedNs < grant.expiresAtNs
    ? violated('a session that lasts as long as its renewed lease', conversation)
    : inconclusive('nothing was asked of the renewed session between its two ends');
}
