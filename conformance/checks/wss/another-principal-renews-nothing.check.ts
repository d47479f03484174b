import { check } from '../../runner/check.ts';
import { allOf } from '../../runner/judgement.ts';
import { greeted, isRefusedWith, PROBE, unopened } from './frame-rules.ts';
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
    await socket.ask({ op: 'auth', reqId: 'other', params: { token: other } });
    await control.advance(LIFE_MS - 3_000);
    await socket.ask({ ...PROBE, reqId: 'before' });
    await control.advance(5_000);
    await Promise.race([socket.untilClosed(), socket.ask({ ...PROBE, reqId: 'after' })]);
    await socket.untilClosed(200);
  },

  judge(history) {
    const conversation = history.conversation('session');
    return (
      unopened(conversation) ??
      allOf(
        isRefusedWith(conversation, 'other', { op: 'auth', code: 'FORBIDDEN_PRINCIPAL' }),
        lapses(conversation, { before: 'before', after: 'after' }),
      )
    );
  },
});
