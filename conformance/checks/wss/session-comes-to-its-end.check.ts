/** Two sessions of one short-lived token on a clock that runs or is moved: one comes to its end, the other is renewed. */
import { type Conversation, events, frameAt, type Grant, grantOf, showing } from '../../client/conversation.ts';
import { header } from '../../client/exchange.ts';
import type { OpenSocket } from '../../client/open-socket.ts';
import { answerTo, greeted, greetingOf, isGranted, PROBE, unopened } from '../../rules/frame-rules.ts';
import { check, type Scene } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, blaming, inconclusive, type Judgement, notExercised, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/not-shown.ts';
import { isHintedOnce } from './lease.ts';

/** Between two probes: short enough that no proxy takes the session for idle. */
const STEP_MS = 5_000;
/** Before and after an end: more than the whole second to which a `Date` header is exact. */
const AROUND_MS = 5_000;
/** The share of its life after which the other session is renewed. */
const RENEWED_AT = 0.4;
const NS_PER_MS = 1_000_000n;

type Hand = Scene<'trader' | 'trading-socket'>;

/** Notes the target's time: the control plane's, else that of the member's Date header; undefined where it sends none. */
async function readNow({ trader, control, note }: Hand): Promise<bigint | undefined> {
  const dateMs =
    control === undefined ? Date.parse(header(await trader.get('/me', { label: 'clock' }), 'date') ?? '') : 0;
  if (Number.isNaN(dateMs)) return undefined;
  const nowNs = control === undefined ? BigInt(dateMs) * NS_PER_MS : (await control.clock()).nowNs;
  note('now', nowNs);
  return nowNs;
}

/** Probes the sockets until then; false where the time is unknown, or does not pass as fast as the suite's own. */
async function liveUntil(scene: Hand, untilNs: bigint, sockets: readonly OpenSocket[]): Promise<boolean> {
  for (let waitedMs = 0; waitedMs <= scene.patienceMs; ) {
    const nowNs = await readNow(scene);
    if (nowNs === undefined) return false;
    const leftMs = Number((untilNs - nowNs) / NS_PER_MS);
    if (leftMs <= 0) return true;
    const stepMs = Math.min(leftMs, STEP_MS);
    await scene.elapse(stepMs);
    waitedMs += stepMs;
    for (const socket of sockets) await socket.ask(PROBE);
  }
  return false;
}

/** Probes shortly before and after an end. A member that left the session open answers; one that closes it sends a close frame. */
async function comeToItsEnd(
  scene: Hand,
  endNs: bigint,
  { ending, others }: { readonly ending: OpenSocket; readonly others: readonly OpenSocket[] },
): Promise<void> {
  const aroundNs = BigInt(AROUND_MS) * NS_PER_MS;
  if (!(await liveUntil(scene, endNs - aroundNs, [ending, ...others]))) return;
  await ending.ask({ ...PROBE, reqId: 'before' });
  await liveUntil(scene, endNs + aroundNs, others);
  await Promise.race([ending.untilClosed(), ending.ask({ ...PROBE, reqId: 'after' })]);
  await ending.untilClosed(2_000);
}

/** Notes: `life` of a token, in milliseconds; `now`. Conversations `ending` and `renewed`. */
async function driveToTheEnd(scene: Hand): Promise<void> {
  const { trader, note, patienceMs } = scene;
  const first = await trader.freshToken();
  note('life', first.lifeMs);
  if (first.lifeMs === undefined || first.lifeMs + 3 * AROUND_MS > patienceMs) return;
  const ending = await trader.openSocket('trading', { token: first.token, label: 'ending' });
  const other = await trader.openSocket('trading', { token: first.token, label: 'renewed' });
  const endNs = grantOf(await greeted(ending))?.expiresAtNs ?? 0n;
  await greeted(other);
  const beganNs = await readNow(scene);
  if (endNs === 0n || beganNs === undefined) return;
  const leftNs = endNs - beganNs;
  await liveUntil(scene, beganNs + BigInt(Math.floor(Number(leftNs) * RENEWED_AT)), [ending, other]);
  const second = await trader.freshToken();
  const renewed = await other.ask({ op: 'auth', reqId: 'renewed', params: { token: second.token } });
  await comeToItsEnd(scene, endNs, { ending, others: [other] });
  await other.ask({ ...PROBE, reqId: 'outlived' });
  const secondEndNs = grantOf(renewed)?.expiresAtNs ?? 0n;
  const wholeMs = Number((secondEndNs - beganNs) / NS_PER_MS) + 2 * AROUND_MS;
  if (secondEndNs <= endNs || wholeMs > patienceMs) return;
  await comeToItsEnd(scene, secondEndNs, { ending: other, others: [] });
}

/** Longer than any lead time that a client could use: the end of a token that lives so long is hinted at. */
const LONGEST_LEAD_MS = 15 * 60_000;
/** Codes with which a line or a proxy closes for other reasons. */
const UNRELATED_CLOSES = [1001, 1005, 1006, 1012, 1013];

/** Open until the end of its lease, closed soon after. An earlier close may have another reason. */
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
  // A member that hinted at the first lease and not at the second did not renew.
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

/** WSS-06, WSS-07 and WSS-08 without a control plane, for as long as a token lives. */
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
