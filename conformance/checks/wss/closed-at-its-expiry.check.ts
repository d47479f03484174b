import type { Conversation } from '../../client/conversation.ts';
import { grantOf, showing } from '../../client/conversation.ts';
import { isOk } from '../../client/exchange.ts';
import { answerTo, greeted, greetingOf, PROBE, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { expiryNs } from '../../scenes/ticket-parts.ts';
import { lapses } from './lease.ts';

const LIFE_MS = 5 * 60_000;
const NS_PER_MS = 1_000_000n;

/** Neither closed nor answered, by a member that answers others: it was asked shortly before its end, and behind it. */
function isLeftOpen(history: History, conversation: Conversation): boolean {
  const isDumb = answerTo(conversation, 'before') !== undefined && answerTo(conversation, 'after') === undefined;
  return isDumb && conversation.closed?.by !== 'target' && isOk(history.one('alive'));
}

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
    // A member that does not close it answers; one that does needs no more than the way of the close frame.
    await Promise.race([socket.untilClosed(), socket.ask({ ...PROBE, reqId: 'after' })]);
    await socket.untilClosed(2_000);
    await silent.untilClosed(2_000);
    await trader.get('/me', { label: 'alive' });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    const greeting = greetingOf(conversation);
    const grant = grantOf(greeting);
    if (grant === undefined) return inconclusive('the session was granted no time');
    const silent = history.maybeConversation('silent');
    const token = history.noted('token expires')?.value as bigint;
    return allOf(
      grant.expiresAtNs > token
        ? violated("an expiry no later than the token's", showing(conversation, greeting))
        : pass,
      isLeftOpen(history, conversation)
        ? violated('a session closed once expiresAtNs is reached', conversation)
        : lapses(conversation, { before: 'before', after: 'after' }),
      silent !== undefined && silent.closed?.by !== 'target' && conversation.closed?.by === 'target'
        ? violated('a session closed once expiresAtNs is reached, also one that says nothing', silent)
        : pass,
    );
  },
});
