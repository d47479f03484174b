import type { Frame } from '../../../member/exchange/conversation.ts';
import { events, frameAt, showing } from '../../../member/exchange/conversation.ts';
import type { History } from '../../../runner/history.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Granted, SessionStory } from '../../session-story.ts';
import { firstOfCredential, grantBefore, sessionsOf } from '../../session-story.ts';
import type { Statement } from '../../statement.ts';
import { clockReadings, momentOf } from '../../target-clock.ts';

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

function judgeTold(frame: Frame, story: SessionStory, history: History): Judgement {
  const { conversation } = story;
  const held = grantBefore(story, frame.n);
  if (held === undefined) return violated('a grant before it is said to expire', showing(conversation, frame));
  const shown = showing(conversation, held.frame, frame);
  if (held.grant.expiresAtNs === 0n) return violated('no sessionExpiring: the session never expires', shown);
  const since = firstOfCredential(history, story, held).frame;
  const before = events(conversation, 'sessionExpiring').find(({ n }) => n > since.n && n < frame.n);
  if (before !== undefined)
    return violated('one sessionExpiring a credential', showing(conversation, since, before, frame));
  if (frameAt(frame, 'data', 'expiresAtNs') !== `${held.grant.expiresAtNs}`)
    return violated("the expiresAtNs of the session's grant", shown);
  if (!Number.isInteger(frameAt(frame, 'data', 'inMs'))) return violated('inMs, an integer', shown);
  return isInTime(frame, held, history)
    ? pass
    : violated('sessionExpiring before the expiresAtNs of the grant, and inMs the time until then', shown);
}

/** T49. A session receives at most one sessionExpiring for each credential, in time and with the right duration. */
export const expiryIsToldOnce: Statement = {
  id: 'T49',
  says: 'a session is told at most once a credential that it expires, before it does and how soon; never where it does not',
  shows: ['WSS-06'],
  judge: ({ history }) =>
    allOf(
      sessionsOf(history).flatMap((story) =>
        events(story.conversation, 'sessionExpiring').map((frame) => judgeTold(frame, story, history)),
      ),
    ),
};
