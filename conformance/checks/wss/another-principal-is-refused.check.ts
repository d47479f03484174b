import { grantOf, showing } from '../../client/conversation.ts';
import type { Exchange } from '../../client/exchange.ts';
import { isOk } from '../../client/exchange.ts';
import { greeted, greetingOf, isGranted, isRefusedWith, unopened } from '../../rules/frame-rules.ts';
import { capabilitiesOf, idIn } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

const FORBIDDEN = { op: 'auth', code: 'FORBIDDEN_PRINCIPAL' } as const;

const OTHERS = ['colleague', 'stranger'] as const;

/** As far as GET /me names them. */
function areOne(one: Exchange, other: Exchange): boolean {
  const userId = idIn(one, 'userId');
  return userId !== undefined && userId === idIn(other, 'userId') && idIn(one, 'orgId') === idIn(other, 'orgId');
}

export const anotherPrincipalIsRefused = check({
  id: 'wss/another-principal-is-refused',
  proves: ['WSS-09'],
  title:
    "op auth with another principal's credential is refused FORBIDDEN_PRINCIPAL and the session keeps its identity",
  needs: ['trader', 'viewer', 'outsider', 'trading-socket'],

  async drive({ trader, viewer, outsider }) {
    await viewer.get('/me', { label: 'colleague' });
    await outsider.get('/me', { label: 'stranger' });
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    await socket.ask({ op: 'auth', reqId: 'own', params: { token: await trader.token() } });
    await socket.ask({ op: 'auth', reqId: 'colleague', params: { token: await viewer.token() } });
    await socket.ask({ op: 'auth', reqId: 'stranger', params: { token: await outsider.token() } });
    await socket.ask({ op: 'auth', reqId: 'ownAgain', params: { token: await trader.token() } });
    await trader.get('/me', { label: 'me' });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    const me = history.one('me');
    const unlike = OTHERS.map((label) => history.one(label)).find((other) => !isOk(other) || areOne(me, other));
    if (unlike !== undefined) return inconclusive('GET /me of the other principal does not show another one');
    const first = grantOf(greetingOf(conversation));
    if (first === undefined) return inconclusive('the session was granted nothing');
    if (isGranted(conversation, 'own').verdict !== 'pass') return inconclusive('no credential renews the session');
    return allOf(
      isRefusedWith(conversation, 'colleague', FORBIDDEN),
      isRefusedWith(conversation, 'stranger', FORBIDDEN),
      isGranted(conversation, 'ownAgain', (grant, answer) =>
        // What an administrator has changed meanwhile GET /me serves too.
        [first.capabilities, capabilitiesOf(me)].some((own) => own?.join() === grant.capabilities.join())
          ? pass
          : violated('the grant of the principal that the session is of', showing(conversation, answer)),
      ),
    );
  },
});
