import type { Conversation, Grant } from '../../client/conversation.ts';
import { events, frameAt, grantOf, showing } from '../../client/conversation.ts';
import { answerTo, greetingOf, isGranted, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, blaming, inconclusive, notExercised, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/not-shown.ts';
import { isHintedOnce } from './lease.ts';
import { AROUND_MS, driveToTheEnd } from './session-to-its-end.ts';

/** Longer than any lead time that a client could use: a token that lives so long is hinted at. */
const LONGEST_LEAD_MS = 15 * 60_000;
/** Sent while the line or a proxy closes for reasons of its own. */
const UNRELATED_CLOSES = [1001, 1005, 1006, 1012, 1013];

/** Open until the end of its lease, closed soon after. One that is closed early may be so for another reason. */
function isClosedAtItsEnd(history: History, conversation: Conversation): Judgement {
  const [before, after] = [answerTo(conversation, 'before'), answerTo(conversation, 'after')];
  if (after !== undefined && frameAt(after, 'code') !== 'SESSION_EXPIRED') {
    return violated('a session closed once expiresAtNs is reached', showing(conversation, after));
  }
  const { closed } = conversation;
  if (closed?.by !== 'target') return inconclusive('it was not closed, and answered nothing more');
  if (before !== undefined) return pass;
  return history.target.strict
    ? violated('a session open until expiresAtNs is reached', conversation)
    : inconclusive(`it was closed ${closed.code} before its end`);
}

/** The hint of one lease; where the token may live for less than the lead time, none is owed (decision A96). */
function isHinted(
  history: History,
  conversation: Conversation,
  { expiresAtNs }: Grant,
  { isOwed, isRenewal = false }: { readonly isOwed: boolean; readonly isRenewal?: boolean },
): Judgement {
  const hasCome = events(conversation, 'sessionExpiring').some(
    (hint) => frameAt(hint, 'data', 'expiresAtNs') === String(expiresAtNs),
  );
  if (!hasCome && !isOwed) {
    return notShown(history, 'no sessionExpiring came: its lead time may be longer than the token lives');
  }
  // Of a member that has hinted at the first lease it is the renewal that re-armed nothing.
  return blaming(isHintedOnce(history, conversation, expiresAtNs), hasCome || !isRenewal ? 'WSS-06' : 'WSS-08');
}

/** It answers after the end of its first lease. */
function hasOutlived(conversation: Conversation): Judgement {
  if (answerTo(conversation, 'outlived') !== undefined) return pass;
  const { closed } = conversation;
  if (closed?.by !== 'target' || UNRELATED_CLOSES.includes(closed.code)) {
    return inconclusive('the renewed session was cut off, or answered nothing');
  }
  return violated('a session that lasts as long as its renewed lease', conversation);
}

function isRenewed(history: History, conversation: Conversation, first: Grant, isHintShown: boolean): Judgement {
  const isLater = isGranted(conversation, 'renewed', (grant, answer) =>
    grant.expiresAtNs > first.expiresAtNs ? pass : violated('a later expiresAtNs', showing(conversation, answer)),
  );
  const second = grantOf(answerTo(conversation, 'renewed'));
  if (isLater.verdict !== 'pass' || second === undefined) return blaming(isLater, 'WSS-08');
  const outlived = hasOutlived(conversation);
  if (outlived.verdict !== 'pass') return blaming(outlived, 'WSS-08');
  if (answerTo(conversation, 'before') === undefined) {
    return blaming(notExercised('the renewed session was not followed to the end of its second lease'), 'WSS-08');
  }
  // A lead time that fitted into the first lease fits into the second.
  return allOf(
    isHintShown ? isHinted(history, conversation, second, { isOwed: true, isRenewal: true }) : pass,
    blaming(isClosedAtItsEnd(history, conversation), 'WSS-07'),
    blaming(pass, 'WSS-08'),
  );
}

export const sessionComesToItsEnd = check({
  id: 'wss/session-comes-to-its-end',
  proves: ['WSS-06', 'WSS-07', 'WSS-08'],
  title: 'a session is hinted at, closed at expiresAtNs, and lives on where op auth renewed its lease',
  needs: ['trader', 'trading-socket'],
  waits: { ms: 3 * AROUND_MS, for: 'a token to end' },

  drive: driveToTheEnd,

  judge(history) {
    const lifeMs = history.noted('life')?.value as number | undefined;
    if (lifeMs === undefined) return notExercised('nothing says how long a token of trader lives');
    const [ending, renewed] = [history.maybeConversation('ending'), history.maybeConversation('renewed')];
    if (ending === undefined || renewed === undefined) {
      const needed = Math.ceil((lifeMs + 3 * AROUND_MS) / 1000);
      return notExercised(`needs --patience ${needed}s: tokens of trader live ${Math.ceil(lifeMs / 1000)} s`);
    }
    const unknown = unopened(ending, renewed);
    if (unknown !== undefined) return unknown;
    const first = grantOf(greetingOf(ending));
    if (first === undefined || first.expiresAtNs === 0n) return inconclusive('the session was granted no time');
    if (history.noted('now') === undefined) return notExercised('the member sends no Date, so its time is not known');
    const isHintShown = events(ending, 'sessionExpiring').length > 0;
    return allOf(
      blaming(isHinted(history, ending, first, { isOwed: lifeMs >= LONGEST_LEAD_MS }), 'WSS-06'),
      blaming(isClosedAtItsEnd(history, ending), 'WSS-07'),
      isRenewed(history, renewed, first, isHintShown),
    );
  },
});
