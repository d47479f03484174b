import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { grantOf, showing } from '../../target/conversation.ts';
import { expiryNs } from '../tkt/ticket-parts.ts';
import { greeted, greetingOf, PROBE, unopened } from './frame-rules.ts';
import { lapses } from './lease.ts';

const LIFE_MS = 5 * 60_000;

export const closedAtItsExpiry = check({
  id: 'wss/closed-at-its-expiry',
  proves: ['WSS-07'],
  title: 'a session is open until the expiresAtNs of its grant and closed when it is reached',
  needs: ['trader', 'trading-socket', 'control', 'mint', 'virtual-clock'],

  async drive({ trader, control, note }) {
    const token = await control.mint({ persona: 'trader', expiresIn: LIFE_MS });
    note('token expires', expiryNs(token));
    const socket = await trader.openSocket('trading', { token, label: 'session' });
    await greeted(socket);
    await control.advance(LIFE_MS - 3_000);
    await socket.ask({ ...PROBE, reqId: 'before' });
    await control.advance(5_000);
    // A member that does not close it answers; one that does needs no more than the way of the close frame.
    await Promise.race([socket.untilClosed(), socket.ask({ ...PROBE, reqId: 'after' })]);
    await socket.untilClosed(2_000);
  },

  judge(history) {
    const conversation = history.conversation('session');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    const greeting = greetingOf(conversation);
    const grant = grantOf(greeting);
    if (grant === undefined) return inconclusive('the session was granted no time');
    const token = history.noted('token expires')?.value as bigint;
    // Which is a member's own to choose, of a ticket at least (A92); the clock was moved by the token's.
    if (grant.expiresAtNs < token && !history.target.strict) return inconclusive('the session lapses before its token');
    return allOf(
      grant.expiresAtNs > token
        ? violated("an expiry no later than the token's", showing(conversation, greeting))
        : pass,
      lapses(conversation, { before: 'before', after: 'after' }),
    );
  },
});
