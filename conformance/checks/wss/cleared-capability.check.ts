/** A capability that is granted or cleared while a session is open. */
import type { Conversation, Frame } from '../../member/exchange/conversation.ts';
import { events, frameAt, grantOf, sent, showing } from '../../member/exchange/conversation.ts';
import { isOk } from '../../member/exchange/exchange.ts';
import { USUAL_READ_LAG_MS } from '../../member/profile/target-facts.ts';
import type { OpenSocket } from '../../member/sending/open-socket.ts';
import { finerBy1 } from '../../rules/exact-decimal.ts';
import {
  answerTo,
  greetingOf,
  openGreeted,
  PROBE,
  staysOpen,
  unopened,
  whereGranted,
} from '../../rules/frame-rules.ts';
import { capabilitiesOf, idIn } from '../../rules/who-is-served.ts';
import { check, type Scene } from '../../runner/check.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, unseen, violated } from '../../runner/judgement.ts';
import { submitOn } from '../../scenes/order-op.ts';

const TRADE = 'orders:trade';

const RENEWED = 'renewed';
/** Between two renewals by a member that may be behind. */
const BETWEEN_MS = 1_000;
/** As many reads of different members, most likely. */
const READS = 5;

const holdsTrade = (frame: Frame | undefined): boolean => grantOf(frame)?.capabilities.includes(TRADE) === true;

/** The label of the reads of GET /me after the renewal that should have this outcome. */
const seenAs = (expected: boolean): string => `me once ${expected ? 'granted' : 'cleared'}`;

/**
 * Renews the session until its grant shows the change. A single member shows it at once; one of several may be behind for as
 * long as reads may be.
 */
async function renewUntil(
  expected: boolean,
  socket: OpenSocket,
  { viewer, elapse, target }: Pick<Scene<'viewer'>, 'viewer' | 'elapse' | 'target'>,
): Promise<void> {
  const lagMs = target.singleMember ? 0 : (target.readLagMs ?? USUAL_READ_LAG_MS);
  for (let waitedMs = 0; ; waitedMs += BETWEEN_MS) {
    const reqId = waitedMs === 0 ? RENEWED : `${RENEWED}${waitedMs}`;
    const answer = await socket.ask({ op: 'auth', reqId, params: { token: await viewer.token() } });
    if (holdsTrade(answer) === expected || waitedMs > lagMs) break;
    await elapse(BETWEEN_MS);
  }
  if (target.singleMember) return;
  for (let read = 0; read < READS; read += 1) await viewer.get('/me', { label: seenAs(expected) });
}

/** Every read after the renewal shows the change: no member is behind any more. */
function isSeenByAll(history: History, expected: boolean): boolean {
  const reads = history.labelled(seenAs(expected));
  return reads.length > 0 && reads.every((me) => capabilitiesOf(me)?.includes(TRADE) === expected);
}

function lastRenewal(conversation: Conversation): string {
  const reqId = frameAt(
    sent(conversation).findLast((frame) => frameAt(frame, 'op') === 'auth'),
    'reqId',
  );
  return typeof reqId === 'string' ? reqId : RENEWED;
}

/** The capabilities change with the answer to op auth, and not before it. */
function changesWithAuth(history: History, conversation: Conversation, expected: boolean): Judgement {
  const first = grantOf(greetingOf(conversation))?.capabilities.join();
  const pushed = events(conversation).find((frame) => {
    const granted = grantOf(frame)?.capabilities.join();
    return granted !== undefined && granted !== first;
  });
  if (pushed !== undefined) return violated('no other grant before the next op auth', showing(conversation, pushed));
  return whereGranted(conversation, lastRenewal(conversation), (grant, answer) => {
    if (grant.capabilities.includes(TRADE) === expected) return pass;
    if (!history.target.singleMember && !isSeenByAll(history, expected))
      return inconclusive('the session is of a member that may be behind');
    return violated(`${expected ? '' : 'no '}${TRADE} from op auth on`, showing(conversation, answer));
  });
}

/** The session itself refuses FORBIDDEN_CAPABILITY without a position; with one an owner judged, by the records. */
function isJudgedByItsGrant(conversation: Conversation, holds: boolean): Judgement {
  const answer = answerTo(conversation, 'submitted');
  if (answer === undefined) return unseen;
  const atItsDoor =
    frameAt(answer, 'code') === 'FORBIDDEN_CAPABILITY' && frameAt(answer, 'globalSequence') === undefined;
  if (atItsDoor !== holds) return pass;
  return violated(`an order under a grant ${holds ? 'with' : 'without'} ${TRADE}`, showing(conversation, answer));
}

/** WSS-15. Op submit is assumed, so only the sandbox's own member is asked for orders under each grant. */
export const clearedCapabilityStays = check({
  id: 'wss/cleared-capability-stays',
  proves: ['WSS-15'],
  title: 'a capability cleared or granted while the session is open counts in it from the next op auth on',
  // The capabilities of a standing user are changed, for a moment.
  needs: ['admin', 'viewer', 'account', 'instrument', 'trading-socket', 'writes', 'destructive'],
  holds: ['viewer'],

  async drive({ admin, viewer, target, order, freshKey, elapse, fixtures }) {
    const offGrid = finerBy1(fixtures.instrument.step);
    const me = await viewer.get('/me', { label: 'me' });
    const [userId, held] = [idIn(me, 'userId'), capabilitiesOf(me)];
    if (userId === undefined || held === undefined || held.includes(TRADE)) return;
    const restate = (capabilities: readonly string[], label: string) =>
      admin.put(`/users/${userId}`, { capabilities }, { label });
    const before = await openGreeted(viewer, { label: 'opened before' });
    await restate([...held, TRADE], 'granted');
    // Read until the member shows it: a session opened earlier has the former grant.
    await viewer.get('/me');
    try {
      const during = await openGreeted(viewer, { label: 'opened meanwhile' });
      if (target.strict) await submitOn(before, 'submitted', order({ qty: offGrid }), freshKey());
      await renewUntil(true, before, { viewer, elapse, target });
      await restate(held, 'cleared');
      await viewer.get('/me');
      await during.ask({ ...PROBE, reqId: 'stillOpen' });
      if (target.strict) await submitOn(during, 'submitted', order({ qty: offGrid }), freshKey());
      await renewUntil(false, during, { viewer, elapse, target });
    } finally {
      // Nothing may stay granted: a busy member is asked again.
      let tries = 0;
      while (tries < 3 && !isOk(await restate(held, 'put back'))) tries += 1;
    }
  },

  judge(history) {
    const [before, during] = ['opened before', 'opened meanwhile'].map((label) => history.maybeConversation(label));
    if (before === undefined || during === undefined) {
      return inconclusive(`GET /me does not name the user and the capabilities held, or ${TRADE} among them`);
    }
    const unknown = unopened(before, during);
    if (unknown !== undefined) return unknown;
    if (!isOk(history.one('granted')) || !isOk(history.one('cleared'))) {
      return notTaken('the user was not restated: the body is assumed');
    }
    if (grantOf(greetingOf(before))?.capabilities.includes(TRADE) !== false) {
      return inconclusive('the viewer holds orders:trade already');
    }
    const granted = grantOf(greetingOf(during))?.capabilities.includes(TRADE);
    if (granted !== true) return inconclusive('the session was opened by a member that is behind');
    return allOf(
      staysOpen(during, 'stillOpen'),
      isJudgedByItsGrant(before, false),
      changesWithAuth(history, before, true),
      isJudgedByItsGrant(during, true),
      changesWithAuth(history, during, false),
    );
  },
});
