import { greeted, isGranted, isRefusedWith, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive } from '../../runner/judgement.ts';
import { claimsOf } from '../../scenes/ticket-parts.ts';

export const sameSubjectElsewhere = check({
  id: 'wss/same-subject-elsewhere',
  proves: ['WSS-09'],
  title: 'op auth with a token of the same subject in another organisation is refused FORBIDDEN_PRINCIPAL',
  needs: ['trader', 'outsider', 'trading-socket', 'mint'],

  async drive({ trader, outsider, control }) {
    const { sub } = claimsOf(await control.mint({ persona: 'trader' }));
    const { org_id } = claimsOf(await outsider.token());
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    const auth = (reqId: string, token: string) => socket.ask({ op: 'auth', reqId, params: { token } });
    await auth('own', await control.mint({ persona: 'trader' }));
    await auth('elsewhere', await control.mint({ persona: 'outsider', claims: { org_id, sub } }));
    await auth('ownAgain', await control.mint({ persona: 'trader' }));
  },

  judge(history) {
    const conversation = history.conversation('session');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    if (isGranted(conversation, 'own').verdict !== 'pass') return inconclusive('no credential renews the session');
    return allOf(
      isRefusedWith(conversation, 'elsewhere', { op: 'auth', code: 'FORBIDDEN_PRINCIPAL' }),
      isGranted(conversation, 'ownAgain'),
    );
  },
});
