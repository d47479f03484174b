/** Tokens that the trading socket refuses, at the handshake and in op auth, on a member without a control plane. */
import type { Actor } from '../../member/actor.ts';
import type { Conversation } from '../../member/exchange/conversation.ts';
import { isOpened } from '../../member/exchange/conversation.ts';
import { isGranted, isRefusedWith, openGreeted, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, blaming, inconclusive, type Judgement } from '../../runner/judgement.ts';
import { ALIVE, isRefusedInTheEnd, useUntilRefused, WAITS_FOR_A_TOKEN } from '../../scenes/expired-token.ts';
import { isTurnedAway } from '../../scenes/ticket-parts.ts';

const AUTH = 'auth';
const renewalOf = (label: string): string => `${label}: op auth`;

/** A session opened with the token, and one of another token that op auth with it would renew. */
async function isRefused(trader: Actor, token: string, label: string): Promise<boolean> {
  const opened = await trader.openSocket('trading', { token, label });
  if (opened.opened) await opened.close();
  const socket = await openGreeted(trader, { label: renewalOf(label) });
  await socket.ask({ op: 'auth', reqId: AUTH, params: { token } });
  await socket.close();
  return !opened.opened && !isRenewed(socket.conversation());
}

const isRenewed = (conversation: Conversation): boolean => isGranted(conversation, AUTH).verdict === 'pass';

function isNotRenewed(conversation: Conversation): Judgement {
  return unopened(conversation) ?? isRefusedWith(conversation, AUTH, { op: 'auth', code: 'INVALID_TOKEN' });
}

/** The uses of the token under a label, of each of the two kinds. */
const handshakes = (history: History, why: string) => (label: string) =>
  history.conversationsLabelled(label).map((one) => ({ isTaken: isOpened(one), judgement: isTurnedAway(one, why) }));
const renewals = (history: History) => (label: string) =>
  history
    .conversationsLabelled(renewalOf(label))
    .map((one) => ({ isTaken: isRenewed(one), judgement: isNotRenewed(one) }));

export const expiredToken = check({
  id: 'wss/expired-token',
  proves: ['WSS-01', 'WSS-10'],
  title: 'a token that opened and renewed a session does neither once it has expired',
  needs: ['trader', 'trading-socket'],
  waits: WAITS_FOR_A_TOKEN,

  drive: (scene) => useUntilRefused(scene, (token, label) => isRefused(scene.trader, token, label)),

  judge: (history) =>
    allOf(
      blaming(isRefusedInTheEnd(history, handshakes(history, 'its token has expired')), 'WSS-01'),
      blaming(isRefusedInTheEnd(history, renewals(history)), 'WSS-10'),
    ),
});

export const otherAudience = check({
  id: 'wss/token-of-another-audience',
  proves: ['WSS-01', 'WSS-10'],
  title: 'a token that the issuer made for another audience opens no session and renews none',
  needs: ['trader', 'trading-socket', 'other-audience'],

  async drive({ trader }) {
    const { token } = await trader.freshToken('of another audience');
    await isRefused(trader, await trader.token(), ALIVE);
    await isRefused(trader, token, 'another audience');
  },

  judge(history) {
    const own = history.conversation(ALIVE);
    const ownRenewal = history.conversation(renewalOf(ALIVE));
    if (!isOpened(own) || !isRenewed(ownRenewal)) return inconclusive('its own token is not taken either');
    return allOf(
      blaming(isTurnedAway(history.conversation('another audience'), 'its audience is another service'), 'WSS-01'),
      blaming(isNotRenewed(history.conversation(renewalOf('another audience'))), 'WSS-10'),
    );
  },
});
