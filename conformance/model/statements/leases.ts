/** Statements about the leases of sessions: T48 and T49 of contract/properties.md. */
import type { Frame } from '../../member/exchange/conversation.ts';
import { events, frameAt, showing } from '../../member/exchange/conversation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Statement } from '../chronicle.ts';
import { clockReadings, momentOf } from '../clock-readings.ts';
import type { Granted, SessionStory } from '../session-story.ts';
import { firstOfCredential, grantBefore, sessionsOf, wasRestarted } from '../session-story.ts';

const LATE_NS = 2_000_000_000n;
/** Closes that concern the connection, not the lease: a frame too big, a reader too slow, a malformed frame, a crash. */
const OF_THE_CONNECTION = new Set([1002, 1003, 1006, 1007, 1009, 1013]);

/** Whether it was still open when the clock was past the end of its lease. */
function judgeEnd(story: SessionStory, history: History): Judgement {
  const { conversation } = story;
  const until = conversation.closed?.n ?? Number.POSITIVE_INFINITY;
  for (const { notedAt, nowNs } of clockReadings(history)) {
    const held = notedAt < until ? grantBefore(story, notedAt) : undefined;
    const endNs = held?.grant.expiresAtNs ?? 0n;
    if (endNs !== 0n && nowNs > endNs + LATE_NS)
      return violated(
        `the session closed by two seconds after its expiresAtNs ${endNs}`,
        showing(conversation, held?.frame),
      );
  }
  return pass;
}

/** Whether it was closed before its lease ended: a simulator closes a session for no other reason. */
function judgeBegin(story: SessionStory, history: History): Judgement {
  const { conversation } = story;
  const { closed } = conversation;
  if (closed === null || closed.by === 'suite' || OF_THE_CONNECTION.has(closed.code)) return pass;
  if (wasRestarted(history, conversation.n, closed.n)) return pass;
  const held = grantBefore(story, closed.n);
  const atMostNs = momentOf(history, closed.n)?.notAfterNs;
  if (held === undefined || atMostNs === undefined) return pass;
  const { expiresAtNs: endNs } = held.grant;
  return endNs === 0n || atMostNs < endNs
    ? violated(`the session open until its expiresAtNs ${endNs}`, showing(conversation, held.frame))
    : pass;
}

/** Without control the target's time is unknown: nothing is judged. */
const leasesAreKept: Statement = {
  id: 'T48',
  shows: ['WSS-07', 'WSS-08'],
  judge: ({ history, target }) =>
    allOf(
      sessionsOf(history).map((story) =>
        allOf(judgeEnd(story, history), target.strict ? judgeBegin(story, history) : pass),
      ),
    ),
};

const NS_PER_MS = 1_000_000;
const NEAR_MS = 1_000;

/** Only a readable clock shows when it was sent. */
function isInTime(frame: Frame, { grant }: Granted, history: History): boolean {
  const moment = momentOf(history, frame.n);
  if (moment === undefined) return true;
  // The frame was in flight while the clock was read and then moved: a virtual clock moves in no real time.
  const [earliest] = clockReadings(history)
    .filter(({ notedAt }) => notedAt < frame.n)
    .slice(-3);
  const notBeforeNs = earliest?.nowNs ?? moment.notBeforeNs;
  const inMs = Number(frameAt(frame, 'data', 'inMs'));
  const leftMs = (atNs: bigint) => Number(grant.expiresAtNs - atNs) / NS_PER_MS;
  return (
    notBeforeNs < grant.expiresAtNs &&
    inMs <= leftMs(notBeforeNs) + NEAR_MS &&
    inMs >= leftMs(moment.notAfterNs) - NEAR_MS
  );
}

function judgeAnnouncement(frame: Frame, story: SessionStory, history: History): Judgement {
  const { conversation } = story;
  const held = grantBefore(story, frame.n);
  if (held === undefined) return violated('a grant before its expiry is announced', showing(conversation, frame));
  const shown = showing(conversation, held.frame, frame);
  if (held.grant.expiresAtNs === 0n) return violated('no sessionExpiring: the session never expires', shown);
  const since = firstOfCredential(history, story, held).frame;
  const before = events(conversation, 'sessionExpiring').find(({ n }) => n > since.n && n < frame.n);
  if (before !== undefined)
    return violated('one sessionExpiring for each credential', showing(conversation, since, before, frame));
  if (frameAt(frame, 'data', 'expiresAtNs') !== `${held.grant.expiresAtNs}`)
    return violated("the expiresAtNs of the session's grant", shown);
  if (!Number.isInteger(frameAt(frame, 'data', 'inMs'))) return violated('inMs, an integer', shown);
  return isInTime(frame, held, history)
    ? pass
    : violated('sessionExpiring before the expiresAtNs of the grant, and inMs the time until then', shown);
}

/** A session receives at most one sessionExpiring for each credential, in time and with the right duration. */
const expiryIsAnnouncedOnce: Statement = {
  id: 'T49',
  shows: ['WSS-06'],
  judge: ({ history }) =>
    allOf(
      sessionsOf(history).flatMap((story) =>
        events(story.conversation, 'sessionExpiring').map((frame) => judgeAnnouncement(frame, story, history)),
      ),
    ),
};

export const LEASES: readonly Statement[] = [leasesAreKept, expiryIsAnnouncedOnce];
