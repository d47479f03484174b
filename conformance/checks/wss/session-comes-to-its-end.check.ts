/**
 * Two sessions of one short-lived token on a clock that runs or is moved: one comes to its end, the other is renewed. What is
 * judged is when the suite acted (lease.ts), since a run may stand still at any step.
 */
import type { Conversation } from '../../member/exchange/conversation.ts';
import { events, grantOf, sent, showing } from '../../member/exchange/conversation.ts';
import type { OpenSocket } from '../../member/sending/open-socket.ts';
import { answerTo, greeted, isGranted, PROBE, unopened } from '../../rules/frame-rules.ts';
import { CLOCK_BY_TICKET, targetTime } from '../../rules/target-time.ts';
import { check, type Scene } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  blaming,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { waitsForAToken } from '../../scenes/expired-token.ts';
import { readNow } from '../../scenes/target-now.ts';
import { expiryNs } from '../../scenes/ticket-parts.ts';
import { hasOutlived, isClosedAtItsEnd, isHintedBeforeItsEnd, type Lease, leasesOf } from './lease.ts';

/** Between two probes: short enough that no proxy takes the session for idle. */
const STEP_MS = 5_000;
/** Before an end: more than the whole second to which a `Date` header is exact. */
const BEFORE_MS = 5_000;
/** After an end, as far as a session that is open is still probed, and how often. */
const AFTER_MS = 6_000;
const LATE_STEP_MS = 1_000;
/**
 * The other session is renewed after this share of its life, or as soon as it was hinted at. Its second lease ends so much
 * later than the first that both ends are seen.
 */
const RENEWED_AT = 0.4;
const RENEWED_AFTER_MS = 10_000;
const NS_PER_MS = 1_000_000n;

type Hand = Scene<'trader' | 'trading-socket'>;

/** Probes the sockets until then, or until it is over; false where the time is unknown, or does not pass as fast as the suite's own. */
async function liveUntil(
  scene: Hand,
  untilNs: bigint,
  sockets: readonly OpenSocket[],
  isOver: () => boolean = () => false,
): Promise<boolean> {
  for (let waitedMs = 0; waitedMs <= scene.patienceMs; ) {
    const nowNs = await readNow(scene);
    if (nowNs === undefined) return false;
    const leftMs = Number((untilNs - nowNs) / NS_PER_MS);
    if (leftMs <= 0 || isOver()) return true;
    const stepMs = Math.min(leftMs, STEP_MS);
    await scene.elapse(stepMs);
    waitedMs += stepMs;
    for (const socket of sockets) await socket.ask(PROBE);
  }
  return false;
}

/** Probes all until shortly after an end, that of `ending` closely: a member that left it open answers. */
async function comeToItsEnd(
  scene: Hand,
  endNs: bigint,
  { ending, others }: { readonly ending: OpenSocket; readonly others: readonly OpenSocket[] },
): Promise<void> {
  if (!(await liveUntil(scene, endNs - BigInt(BEFORE_MS) * NS_PER_MS, [ending, ...others]))) return;
  await ending.ask(PROBE);
  if (!(await liveUntil(scene, endNs, others))) return;
  const lastNs = endNs + BigInt(AFTER_MS) * NS_PER_MS;
  for (let waitedMs = 0; ending.conversation().closed === null && waitedMs <= scene.patienceMs; ) {
    const nowNs = await readNow(scene);
    await Promise.race([ending.untilClosed(), ending.ask(PROBE)]);
    if (nowNs === undefined || nowNs > lastNs) break;
    await scene.elapse(LATE_STEP_MS);
    waitedMs += LATE_STEP_MS;
  }
  // A session that lapsed may refuse for a while, in the machine's time, before it is closed.
  await ending.untilClosed();
  // What is read after a close bounds its time.
  await readNow(scene);
  for (const socket of others) await socket.ask(PROBE);
}

/** Notes: `life` of a token and the `whole` of both leases, in milliseconds; `renewal ends`, the expiry of the second one. Conversations `ending` and `renewed`. */
async function driveToTheEnd(scene: Hand): Promise<void> {
  const { trader, note, patienceMs } = scene;
  const first = await trader.freshToken();
  note('life', first.lifeMs);
  if (first.lifeMs === undefined || first.lifeMs + BEFORE_MS + 2 * AFTER_MS > patienceMs) return;
  const ending = await trader.openSocket('trading', { token: first.token, label: 'ending' });
  const other = await trader.openSocket('trading', { token: first.token, label: 'renewed' });
  const endNs = grantOf(await greeted(ending))?.expiresAtNs ?? 0n;
  await greeted(other);
  const beganNs = await readNow(scene);
  if (endNs === 0n || beganNs === undefined) return;
  // A member without tickets answers so, which shows nothing of its time.
  if (scene.control === undefined) await trader.mintTicket({ label: CLOCK_BY_TICKET });
  const leftNs = endNs - beganNs;
  const renewNs = beganNs + BigInt(Math.floor(Number(leftNs) * RENEWED_AT));
  const leastNs = beganNs + BigInt(RENEWED_AFTER_MS) * NS_PER_MS;
  await liveUntil(scene, leastNs < renewNs ? leastNs : renewNs, [ending, other]);
  await liveUntil(scene, renewNs, [ending, other], () => events(other.conversation(), 'sessionExpiring').length > 0);
  const second = await trader.freshToken();
  note('renewal ends', String(expiryNs(second.token) ?? ''));
  const renewed = await other.ask({ op: 'auth', reqId: 'renewed', params: { token: second.token } });
  await comeToItsEnd(scene, endNs, { ending, others: [other] });
  const secondEndNs = grantOf(renewed)?.expiresAtNs ?? 0n;
  const wholeMs = Number((secondEndNs - beganNs) / NS_PER_MS) + BEFORE_MS + AFTER_MS;
  note('whole', wholeMs);
  if (secondEndNs <= endNs || wholeMs > patienceMs) return;
  note('followed to its second end', true);
  await comeToItsEnd(scene, secondEndNs, { ending: other, others: [] });
}

/** The renewal was sent, and answered, when both the session and the second token were surely alive. */
function isInTime(history: History, conversation: Conversation, first: Lease): Judgement {
  const auth = sent(conversation).find(({ text }) => text?.includes('"renewed"') === true);
  const until = (answerTo(conversation, 'renewed') ?? conversation.closed ?? auth)?.atMs;
  const latestNs = until === undefined ? undefined : targetTime(history)(until)?.notAfterNs;
  const ends = String(history.noted('renewal ends')?.value ?? '');
  if (auth === undefined || latestNs === undefined) return inconclusive('the session was not renewed');
  if (ends !== '' && BigInt(ends) <= first.grant.expiresAtNs) {
    return notExercised('the second token of trader ends no later than the first');
  }
  return latestNs < first.grant.expiresAtNs && (ends === '' || latestNs < BigInt(ends))
    ? pass
    : inconclusive('the run stood still: op auth was sent when the first lease, or the second token, was at its end');
}

/** `needs --patience 118s: `; nothing where the time of the second lease is not known. */
function patienceNeeded(history: History): string {
  const wholeMs = history.noted('whole')?.value;
  return typeof wholeMs === 'number' ? `needs --patience ${Math.ceil(wholeMs / 1000)}s: ` : '';
}

function isRenewed(history: History, conversation: Conversation, ended: Lease): Judgement {
  const [first, second] = leasesOf(conversation);
  if (first === undefined) return blaming(inconclusive('the session was granted no time'), 'WSS-08');
  const inTime = isInTime(history, conversation, first);
  if (inTime.verdict !== 'pass') return blaming(inTime, 'WSS-08');
  const isLater = isGranted(conversation, 'renewed', (grant, answer) =>
    grant.expiresAtNs > first.grant.expiresAtNs ? pass : violated('a later expiresAtNs', showing(conversation, answer)),
  );
  if (isLater.verdict !== 'pass' || second === undefined) return blaming(isLater, 'WSS-08');
  const outlived = hasOutlived(history, conversation, first.grant, second);
  if (outlived.verdict !== 'pass') return blaming(outlived, 'WSS-08');
  if (history.noted('followed to its second end') === undefined) {
    return blaming(
      notExercised(`${patienceNeeded(history)}the renewed session was not followed to the end of its second lease`),
      'WSS-08',
    );
  }
  const closed = isClosedAtItsEnd(history, conversation, second.grant.expiresAtNs);
  return allOf(
    isHintJudged(second, closed) ? isHintedBeforeItsEnd(history, conversation, second, ended) : unseen,
    blaming(closed, 'WSS-07'),
    blaming(pass, 'WSS-08'),
  );
}

/** One that did not come is only missed in a session that came to its end. */
function isHintJudged({ hints }: Lease, closed: Judgement): boolean {
  return hints.length > 0 || closed.verdict === 'pass';
}

/** WSS-06, WSS-07 and WSS-08 without a control plane, for as long as a token lives. */
export const sessionComesToItsEnd = check({
  id: 'wss/session-comes-to-its-end',
  proves: ['WSS-06', 'WSS-07', 'WSS-08'],
  title: 'a session is hinted at, closed at expiresAtNs, and lives on where op auth renewed its lease',
  needs: ['trader', 'trading-socket'],
  waits: waitsForAToken(RENEWED_AFTER_MS + LATE_STEP_MS),

  drive: driveToTheEnd,

  judge(history) {
    const lifeMs = history.noted('life')?.value as number | undefined;
    if (lifeMs === undefined) return notExercised('nothing says how long a token of trader lives');
    const [ending, renewed] = [history.maybeConversation('ending'), history.maybeConversation('renewed')];
    if (ending === undefined || renewed === undefined) {
      const needed = Math.ceil((lifeMs + BEFORE_MS + 2 * AFTER_MS) / 1000);
      return notExercised(`needs --patience ${needed}s: tokens of trader live ${Math.ceil(lifeMs / 1000)} s`);
    }
    const unknown = unopened(ending, renewed);
    if (unknown !== undefined) return unknown;
    const [first] = leasesOf(ending);
    if (first === undefined || first.grant.expiresAtNs === 0n) return inconclusive('the session was granted no time');
    if (targetTime(history)(ending.sentAtMs) === undefined) {
      return notExercised('the member sends no Date, so its time is not known');
    }
    const closed = isClosedAtItsEnd(history, ending, first.grant.expiresAtNs);
    return allOf(
      isHintJudged(first, closed)
        ? isHintedBeforeItsEnd(history, ending, first)
        : blaming(inconclusive('the session was not seen to come to its end, and no sessionExpiring came'), 'WSS-06'),
      blaming(closed, 'WSS-07'),
      isRenewed(history, renewed, first),
    );
  },
});
