import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { grantOf, showing } from '../../target/conversation.ts';
import { greeted, greetingOf, isGranted, isRefusedWith, unopened } from './frame-rules.ts';

const FORBIDDEN = { op: 'auth', code: 'FORBIDDEN_PRINCIPAL' } as const;

export const anotherPrincipalIsRefused = check({
  id: 'wss/another-principal-is-refused',
  proves: ['WSS-09'],
  title:
    "op auth with another principal's credential is refused FORBIDDEN_PRINCIPAL and the session keeps its identity",
  needs: ['trader', 'viewer', 'outsider', 'trading-socket'],

  async drive({ trader, viewer, outsider }) {
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    await socket.ask({ op: 'auth', reqId: 'own', params: { token: await trader.token() } });
    await socket.ask({ op: 'auth', reqId: 'colleague', params: { token: await viewer.token() } });
    await socket.ask({ op: 'auth', reqId: 'stranger', params: { token: await outsider.token() } });
    await socket.ask({ op: 'auth', reqId: 'own again', params: { token: await trader.token() } });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    const first = grantOf(greetingOf(conversation));
    if (first === undefined) return inconclusive('the session was granted nothing');
    if (isGranted(conversation, 'own').verdict !== 'pass') return inconclusive('no credential renews the session');
    return allOf(
      isRefusedWith(conversation, 'colleague', FORBIDDEN),
      isRefusedWith(conversation, 'stranger', FORBIDDEN),
      isGranted(conversation, 'own again', (grant, answer) =>
        grant.capabilities.join() === first.capabilities.join()
          ? pass
          : violated('the grant of the principal that the session is of', showing(conversation, answer)),
      ),
    );
  },
});
