import { events, grantOf, isOpened, showing } from '../../client/conversation.ts';
import { greeted, greetingOf, PROBE, staysOpen, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, notExercised, pass, violated } from '../../runner/judgement.ts';

/** Longer than any credential of the sandbox lives, and no more: each account's balances are restated all the while. */
const LONG = '25h';

/** A token without an expiry is the only binding that never lapses which a suite can come by (A93). */
export const neverExpires = check({
  id: 'wss/never-expires',
  proves: ['WSS-16'],
  title: 'expiresAtNs "0" is a session that never expires, of a binding without an expiry alone',
  needs: ['trader', 'trading-socket', 'control', 'mint', 'virtual-clock'],

  async drive({ trader, control }) {
    const lasting = await control.mint({ persona: 'trader', claims: { exp: null } });
    const passing = await control.mint({ persona: 'trader' });
    const socket = await trader.openSocket('trading', { token: lasting, label: 'lasting' });
    await greeted(socket);
    await greeted(await trader.openSocket('trading', { token: passing, label: 'passing' }));
    if (!socket.opened) return;
    await control.advance(LONG);
    await socket.ask({ ...PROBE, reqId: 'muchLater' });
  },

  judge(history) {
    const [lasting, passing] = [history.conversation('lasting'), history.conversation('passing')];
    const unknown = unopened(passing);
    if (unknown !== undefined) return unknown;
    const finite = grantOf(greetingOf(passing));
    if (finite === undefined) return inconclusive('the session was granted no time');
    if (finite.expiresAtNs === 0n) {
      return violated('an expiry of a session whose token has one', showing(passing, greetingOf(passing)));
    }
    if (!isOpened(lasting)) return notExercised('a token without an expiry opens no session');
    const greeting = greetingOf(lasting);
    if (greeting === undefined) return inconclusive('no sessionOpened came');
    const hint = events(lasting, 'sessionExpiring')[0];
    return allOf(
      grantOf(greeting)?.expiresAtNs === 0n ? pass : violated('expiresAtNs "0"', showing(lasting, greeting)),
      hint === undefined ? pass : violated('no sessionExpiring of what never expires', showing(lasting, hint)),
      staysOpen(lasting, 'muchLater'),
    );
  },
});
