import { showing } from '../../../member/exchange/conversation.ts';
import type { History } from '../../../runner/history.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { SessionStory } from '../../session-story.ts';
import { grantBefore, sessionsOf, wasRestarted } from '../../session-story.ts';
import type { Statement } from '../../statement.ts';
import { clockReadings, momentOf } from '../../target-clock.ts';

const LATE_NS = 2_000_000_000n;
/** Closes that concern the connection, not the lease: a frame too big, a reader too slow, a malformed frame, a crash. */
const OF_THE_WIRE = new Set([1002, 1003, 1006, 1007, 1009, 1013]);

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
  if (closed === null || closed.by === 'suite' || OF_THE_WIRE.has(closed.code)) return pass;
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
export const leasesAreKept: Statement = {
  id: 'T48',
  says: 'a session is open until the expiresAtNs of its last grant and closed two seconds after it; a refused op auth changes neither',
  shows: ['WSS-07', 'WSS-08'],
  judge: ({ history, target }) =>
    allOf(
      sessionsOf(history).map((story) =>
        allOf(judgeEnd(story, history), target.strict ? judgeBegin(story, history) : pass),
      ),
    ),
};
