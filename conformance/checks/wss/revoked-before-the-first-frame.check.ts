import type { Conversation } from '../../client/conversation.ts';
import { eventKind, frameAt, received, showing } from '../../client/conversation.ts';
import { isOk, status } from '../../client/exchange.ts';
import { isKindOfEvent, PROBE, unopened } from '../../rules/frame-rules.ts';
import { capabilitiesOf, idIn } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, blaming, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';

const CLOSE_CODE = 4003;

function takesLeave(conversation: Conversation, isAlive: boolean): Judgement {
  const { closed } = conversation;
  const [first, ...others] = received(conversation);
  if (first === undefined)
    return closed === null ? inconclusive('no frame came in time') : violated('sessionClosing', conversation);
  const shown = showing(conversation, first);
  if (eventKind(first) !== 'sessionClosing') return violated('sessionClosing instead of sessionOpened', shown);
  if (frameAt(first, 'data', 'code') !== 'PRINCIPAL_REVOKED') return violated('code PRINCIPAL_REVOKED', shown);
  if (frameAt(first, 'data', 'retryable') === true) return violated('retryable false', shown);
  if (others.length > 0) return violated('nothing after sessionClosing', showing(conversation, first, others[0]));
  if (closed === null || closed.by !== 'target') {
    // It was waited for as long as for any answer, and what was asked of the member then was answered.
    return isAlive ? violated(`close code ${CLOSE_CODE} behind it`, shown) : inconclusive('it was not closed in time');
  }
  return allOf(
    blaming(isKindOfEvent(conversation, first), 'WSS-21'),
    closed.code === CLOSE_CODE ? pass : violated(`close code ${CLOSE_CODE}`, shown),
  );
}

export const revokedBeforeTheFirstFrame = check({
  id: 'wss/revoked-before-the-first-frame',
  proves: ['WSS-14', 'WSS-21'],
  title:
    'access revoked between handshake and first frame: sessionClosing with PRINCIPAL_REVOKED, not retryable, and close code 4003',
  needs: ['admin', 'viewer', 'trading-socket', 'control', 'writes'],

  async drive({ admin, viewer, control }) {
    const me = await viewer.get('/me', { label: 'me' });
    const [userId, capabilities] = [idIn(me, 'userId'), capabilitiesOf(me)];
    if (userId === undefined || capabilities === undefined) return;
    const restate = (state: string) => admin.put(`/users/${userId}`, { capabilities, status: state }, { label: state });
    const held = await control.fault({ on: { edge: 'first-frame', socket: 'trading' }, hold: 'first-frame', times: 1 });
    const socket = await viewer.openSocket('trading', { label: 'session' });
    try {
      if (!socket.opened) return;
      await held.untilHeld();
      await restate('DISABLED');
      // Not /me: that may be served still (A5).
      await viewer.get('/orders', { label: 'meanwhile' });
      await control.release('first-frame');
      await socket.next();
      await socket.ask(PROBE);
      await socket.untilClosed(1_000);
    } finally {
      await restate('ACTIVE');
    }
  },

  judge(history) {
    const conversation = history.maybeConversation('session');
    if (conversation === undefined) return inconclusive('GET /me does not name the user and the capabilities held');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    if (!isOk(history.one('DISABLED'))) return notTaken('the user was not disabled: the body is assumed');
    if (status(history.one('meanwhile')) !== 403) return inconclusive('the disabled user was still served');
    const restated = history.maybe('ACTIVE');
    const isAlive = restated !== undefined && isOk(restated);
    const judged = takesLeave(conversation, isAlive);
    return judged.verdict === 'violated' && judged.breaks !== undefined ? judged : blaming(judged, 'WSS-14');
  },
});
