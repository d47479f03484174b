import { greeted, isRefusedWith, PROBE, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive } from '../../runner/judgement.ts';
import { lapses } from './lease.ts';

const LIFE_MS = 5 * 60_000;

export const anotherPrincipalRenewsNothing = check({
  id: 'wss/another-principal-renews-nothing',
  proves: ['WSS-09'],
  title: "after a refused op auth with another principal's longer credential the session keeps its own lease",
  needs: ['trader', 'viewer', 'trading-socket', 'control', 'mint', 'virtual-clock'],

  async drive({ trader, control }) {
    const token = await control.mint({ persona: 'trader', expiresIn: LIFE_MS });
    const other = await control.mint({ persona: 'viewer', expiresIn: 4 * LIFE_MS });
    const socket = await trader.openSocket('trading', { token, label: 'session' });
    await greeted(socket);
    const untouched = await trader.openSocket('trading', { token, label: 'untouched' });
    await greeted(untouched);
    await socket.ask({ op: 'auth', reqId: 'other', params: { token: other } });
    await control.advance(LIFE_MS - 3_000);
    for (const one of [socket, untouched]) await one.ask({ ...PROBE, reqId: 'before' });
    await control.advance(5_000);
    for (const one of [socket, untouched]) {
      await Promise.race([one.untilClosed(), one.ask({ ...PROBE, reqId: 'after' })]);
      await one.untilClosed(2_000);
    }
  },

  judge(history) {
    const [conversation, untouched] = [history.conversation('session'), history.conversation('untouched')];
    const unknown = unopened(conversation, untouched);
    if (unknown !== undefined) return unknown;
    const probed = { before: 'before', after: 'after' };
    return allOf(
      isRefusedWith(conversation, 'other', { op: 'auth', code: 'FORBIDDEN_PRINCIPAL' }),
      lapses(untouched, probed).verdict === 'pass'
        ? lapses(conversation, probed)
        : inconclusive('a session that nobody touched does not lapse at its expiry either'),
    );
  },
});
