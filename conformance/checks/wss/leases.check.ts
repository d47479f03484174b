/** The lease of a session under a control plane's clock: its end, the hint before it, and its renewal by op auth. */
import type { Conversation } from '../../member/exchange/conversation.ts';
import { events, frameAt, grantOf, received, showing } from '../../member/exchange/conversation.ts';
import { isOk } from '../../member/exchange/exchange.ts';
import type { OpenSocket } from '../../member/sending/open-socket.ts';
import {
  answerTo,
  greeted,
  greetingOf,
  isCutOff,
  isGranted,
  isRefusedWith,
  ofSession,
  openGreeted,
  PROBE,
  staysOpen,
  unopened,
} from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, blaming, inconclusive, pass, unseen, violated } from '../../runner/judgement.ts';
import { expiryNs } from '../../scenes/ticket-parts.ts';
import { hintIdsOf, isExpired, isHintedOnce, leasesOf, probeEach } from './lease.ts';

const LIFE_MS = 5 * 60_000;
const NS_PER_MS = 1_000_000n;
const STEP_MS = 10_000;
const NO_TIME = inconclusive('the session was granted no time');

/** Probes once more after the end. A member that left the session open answers; one that closes it sends a close frame. */
async function askAfterTheEnd(socket: OpenSocket): Promise<void> {
  await Promise.race([socket.untilClosed(), socket.ask({ ...PROBE, reqId: 'after' })]);
  // A busy machine delivers the close late: only a member that leaves the session open makes this wait.
  await socket.untilClosed();
}

/** Neither closed nor answering, though the session answered before its end and the member answers other requests. */
function isLeftOpen(history: History, conversation: Conversation): boolean {
  const isSilent = answerTo(conversation, 'before') !== undefined && answerTo(conversation, 'after') === undefined;
  return isSilent && conversation.closed?.by !== 'target' && isOk(history.one('alive'));
}

/** Open when asked `before` its end, closed after it; `after` it, at most SESSION_EXPIRED is answered. */
function lapses(conversation: Conversation): Judgement {
  const [before, after] = ['before', 'after'].map((reqId) =>
    received(conversation).find((frame) => frameAt(frame, 'reqId') === reqId),
  );
  const { closed } = conversation;
  const isClosing = after !== undefined && isExpired(after) && closed?.by === 'target';
  if (after !== undefined && !isClosing)
    return violated('a session closed once expiresAtNs is reached', showing(conversation, after));
  if (before === undefined && isCutOff(conversation)) return inconclusive('it was cut off before its end');
  if (closed?.by === 'target') {
    return before === undefined ? violated('a session open until expiresAtNs is reached', conversation) : pass;
  }
  return inconclusive('it was not closed, and answered nothing more');
}

/** WSS-07: of a session that sends, and of one that is silent. */
export const closedAtItsExpiry = check({
  id: 'wss/closed-at-its-expiry',
  proves: ['WSS-07'],
  title: 'a session is open until the expiresAtNs of its grant and closed when it is reached',
  needs: ['trader', 'trading-socket', 'control', 'mint', 'virtual-clock'],

  async drive({ trader, control, note }) {
    const token = await control.mint({ persona: 'trader', expiresIn: LIFE_MS });
    note('token expires', expiryNs(token));
    const silent = await trader.openSocket('trading', { token, label: 'silent' });
    const socket = await trader.openSocket('trading', { token, label: 'session' });
    // By the grant, which may end before its token (A92).
    const ends = grantOf(await greeted(socket))?.expiresAtNs ?? 0n;
    const leftMs = ends === 0n ? LIFE_MS : Number((ends - (await control.clock()).nowNs) / NS_PER_MS);
    await control.advance(Math.max(Math.min(leftMs, LIFE_MS) - 3_000, 0));
    await socket.ask({ ...PROBE, reqId: 'before' });
    await control.advance(5_000);
    await askAfterTheEnd(socket);
    await silent.untilClosed();
    await trader.get('/me', { label: 'alive' });
  },

  judge: (history) =>
    ofSession(history, (conversation) => {
      const greeting = greetingOf(conversation);
      const grant = grantOf(greeting);
      if (grant === undefined) return NO_TIME;
      const silent = history.maybeConversation('silent');
      const token = history.noted('token expires')?.value as bigint;
      return allOf(
        grant.expiresAtNs > token
          ? violated("an expiry no later than the token's", showing(conversation, greeting))
          : pass,
        isLeftOpen(history, conversation)
          ? violated('a session closed once expiresAtNs is reached', conversation)
          : lapses(conversation),
        silent !== undefined && silent.closed?.by !== 'target' && conversation.closed?.by === 'target'
          ? violated('a session closed once expiresAtNs is reached, also one that sends nothing', silent)
          : pass,
      );
    }),
});

/** Together longer than any lead time that a client could use. */
const STEPS = 90;
/** Then to half a second before the lapse: shorter than any lead time. */
const LAST_MS = 4_500;

/** WSS-06. */
export const expiringIsSentOnce = check({
  id: 'wss/expiring-is-told-once',
  proves: ['WSS-06', 'WSS-21'],
  title: 'sessionExpiring is sent once per credential before the lapse, with expiresAtNs and how long that is from now',
  needs: ['trader', 'trading-socket', 'control', 'mint', 'virtual-clock'],

  async drive({ trader, control, note }) {
    const token = await control.mint({ persona: 'trader', expiresIn: STEP_MS * STEPS + 5_000 });
    note('now', (await control.clock()).nowNs);
    const socket = await openGreeted(trader, { token });
    await probeEach(socket, { control, note }, STEP_MS, STEPS);
    await probeEach(socket, { control, note }, LAST_MS, 1);
    await socket.ask({ ...PROBE, reqId: 'last' });
    // A credential that is refused, and the same one again: for neither is the hint sent a second time.
    await socket.ask({ op: 'auth', reqId: 'refused', params: { token: 'no token of anybody' } });
    await socket.ask({ op: 'auth', reqId: 'again', params: { token } });
    await probeEach(socket, { control, note }, 1_000, 1);
  },

  judge: (history) =>
    ofSession(history, (conversation) => {
      const [lease] = leasesOf(conversation);
      if (lease === undefined || lease.grant.expiresAtNs === 0n) return NO_TIME;
      if (answerTo(conversation, 'last') === undefined) return inconclusive('the session did not last so long');
      return isHintedOnce(history, conversation, lease, 'WSS-06');
    }),
});

const FIRST_MS = 10 * 60_000;
const SECOND_MS = 15 * 60_000;

/** Between two probes where the second hint is due, so that its time is known to a second; and how early they begin. */
const CLOSE_STEP_MS = 1_000;
const CLOSE_MS = 3_000;

/** Probes in long steps, and in short ones around the time at which a lead time like that of the first hint has the second. */
async function probeCloselyAround(
  socket: OpenSocket,
  hand: Parameters<typeof probeEach>[1],
  fromMs: number,
  untilMs: number,
): Promise<void> {
  const inMs = frameAt(events(socket.conversation(), 'sessionExpiring')[0], 'data', 'inMs');
  const hintedMs = typeof inMs === 'number' ? SECOND_MS - inMs : Number.NaN;
  for (let atMs = fromMs; atMs < untilMs; ) {
    const isClose = atMs + STEP_MS > hintedMs - CLOSE_MS && atMs < hintedMs + CLOSE_MS;
    const stepMs = Math.min(isClose ? CLOSE_STEP_MS : STEP_MS, untilMs - atMs);
    await probeEach(socket, hand, stepMs, 1);
    atMs += stepMs;
  }
}

/** WSS-08: renewed in its last seconds, the session outlives its first lease and is hinted at again before its second end. */
export const authRenewsTheLease = check({
  id: 'wss/auth-renews-the-lease',
  proves: ['WSS-08', 'WSS-06', 'WSS-07'],
  title: 'op auth with a fresh credential renews the lease, and sessionExpiring is sent once more for it',
  needs: ['trader', 'trading-socket', 'control', 'mint', 'virtual-clock'],

  async drive({ trader, control, note }) {
    const hand = { control, note };
    const first = await control.mint({ persona: 'trader', expiresIn: FIRST_MS });
    note('now', (await control.clock()).nowNs);
    const socket = await openGreeted(trader, { token: first });
    await probeEach(socket, hand, STEP_MS, FIRST_MS / STEP_MS - 1);
    const second = await control.mint({ persona: 'trader', expiresIn: SECOND_MS });
    await socket.ask({ op: 'auth', reqId: 'renewed', params: { token: second } });
    await probeEach(socket, hand, STEP_MS, 2);
    await socket.ask({ ...PROBE, reqId: 'outlived' });
    await probeCloselyAround(socket, hand, 2 * STEP_MS, SECOND_MS - STEP_MS);
    await socket.ask({ ...PROBE, reqId: 'before' });
    await socket.ask({ op: 'auth', reqId: 'refused', params: { token: 'no token of anybody' } });
    note('now', (await control.advance(STEP_MS + 2_000)).nowNs);
    await askAfterTheEnd(socket);
  },

  judge: (history) =>
    ofSession(history, (conversation) => {
      const [first, second] = leasesOf(conversation);
      if (first === undefined) return NO_TIME;
      const renewed = isGranted(conversation, 'renewed', (grant, answer) =>
        grant.expiresAtNs > first.grant.expiresAtNs
          ? pass
          : violated('a later expiresAtNs', showing(conversation, answer)),
      );
      if (renewed.verdict !== 'pass' || second === undefined) return blaming(renewed, 'WSS-08');
      return allOf(
        // Renewed ten seconds before its end: a shorter lead time, which the interface leaves open, owes no hint by then.
        first.hints.length > 0 ? isHintedOnce(history, conversation, first, 'WSS-06') : unseen,
        blaming(staysOpen(conversation, 'outlived'), 'WSS-08'),
        isHintedOnce(history, conversation, second, ...hintIdsOf(second, first)),
        // Nor did one that closed the session before it could outlive the first.
        blaming(lapses(conversation), answerTo(conversation, 'outlived') === undefined ? 'WSS-08' : 'WSS-07'),
      );
    }),
});

/** WSS-09: the lease of a refused credential is not taken over. The untouched session shows that leases do end. */
export const anotherPrincipalRenewsNothing = check({
  id: 'wss/another-principal-renews-nothing',
  proves: ['WSS-09'],
  title: "after a refused op auth with another principal's longer credential the session keeps its own lease",
  needs: ['trader', 'viewer', 'trading-socket', 'control', 'mint', 'virtual-clock'],

  async drive({ trader, control }) {
    const token = await control.mint({ persona: 'trader', expiresIn: LIFE_MS });
    const other = await control.mint({ persona: 'viewer', expiresIn: 4 * LIFE_MS });
    const socket = await openGreeted(trader, { token });
    const untouched = await openGreeted(trader, { token, label: 'untouched' });
    await socket.ask({ op: 'auth', reqId: 'other', params: { token: other } });
    await control.advance(LIFE_MS - 3_000);
    for (const one of [socket, untouched]) await one.ask({ ...PROBE, reqId: 'before' });
    await control.advance(5_000);
    for (const one of [socket, untouched]) await askAfterTheEnd(one);
  },

  judge(history) {
    const [conversation, untouched] = [history.conversation('session'), history.conversation('untouched')];
    const unknown = unopened(conversation, untouched);
    if (unknown !== undefined) return unknown;
    return allOf(
      isRefusedWith(conversation, 'other', { op: 'auth', code: 'FORBIDDEN_PRINCIPAL' }),
      lapses(untouched).verdict === 'pass'
        ? lapses(conversation)
        : inconclusive('the untouched session does not end at its expiry either'),
    );
  },
});
