import { grantOf } from '../../client/conversation.ts';
import { answerTo, greeted, greetingOf, PROBE, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { blaming, inconclusive } from '../../runner/judgement.ts';
import { isHintedOnce, live } from './lease.ts';

const STEP_MS = 10_000;
/** Longer than any lead time that a client could use. */
const STEPS = 90;
/** And then to half a second before the lapse, shorter than any. */
const LAST_MS = 4_500;

export const expiringIsToldOnce = check({
  id: 'wss/expiring-is-told-once',
  proves: ['WSS-06', 'WSS-21'],
  title: 'sessionExpiring is sent once per credential before the lapse, with expiresAtNs and how long that is from now',
  needs: ['trader', 'trading-socket', 'control', 'mint', 'virtual-clock'],

  async drive({ trader, control, note }) {
    const token = await control.mint({ persona: 'trader', expiresIn: STEP_MS * STEPS + 5_000 });
    note('now', (await control.clock()).nowNs);
    const socket = await trader.openSocket('trading', { token, label: 'session' });
    await greeted(socket);
    await live(socket, { control, note }, STEP_MS, STEPS);
    await live(socket, { control, note }, LAST_MS, 1);
    await socket.ask({ ...PROBE, reqId: 'last' });
    // The credential is the same, so there is nothing more to say of it.
    await socket.ask({ op: 'auth', reqId: 'again', params: { token } });
    await live(socket, { control, note }, 1_000, 1);
  },

  judge(history) {
    const conversation = history.conversation('session');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    const grant = grantOf(greetingOf(conversation));
    if (grant === undefined || grant.expiresAtNs === 0n) return inconclusive('the session was granted no time');
    if (answerTo(conversation, 'last') === undefined) return inconclusive('the session did not last so long');
    const judged = isHintedOnce(history, conversation, grant.expiresAtNs);
    return judged.verdict === 'violated' && judged.breaks !== undefined ? judged : blaming(judged, 'WSS-06');
  },
});
