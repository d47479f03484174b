import type { Conversation, Frame } from '../../client/conversation.ts';
import { grantOf, showing } from '../../client/conversation.ts';
import type { Exchange } from '../../client/exchange.ts';
import { greeted, greetingOf, unopened, whereGranted } from '../../rules/frame-rules.ts';
import { capabilitiesOf } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

const LAST = 'algos:manage';
const same = (a: readonly unknown[], b: readonly unknown[]) => a.length === b.length && a.every((x, i) => x === b[i]);

function isOf(held: readonly string[], conversation: Conversation, frame: Frame | undefined, me: Exchange): Judgement {
  const granted = grantOf(frame)?.capabilities;
  if (granted === undefined) return inconclusive('the session was not granted anything in its proper shape');
  const shown = showing(conversation, frame);
  if (!same(granted, held))
    return violated(`the capabilities that GET /me serves: ${held.join(', ') || 'none'}`, me, shown);
  if (new Set(granted).size !== granted.length) return violated('each capability once', shown);
  return granted.includes(LAST) && granted.at(-1) !== LAST ? violated(`${LAST} as the last`, shown) : pass;
}

export const grantIsWhatMeSays = check({
  id: 'wss/grant-is-what-me-says',
  proves: ['WSS-04'],
  title: 'the capabilities of the grant are those of GET /me at that moment, in declared order',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    await trader.get('/me', { label: 'before' });
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    await socket.ask({ op: 'auth', reqId: 'renewed', params: { token: await trader.token() } });
    await trader.get('/me', { label: 'after' });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const [before, after] = [capabilitiesOf(history.one('before')), capabilitiesOf(history.one('after'))];
    if (before === undefined || after === undefined) return inconclusive('GET /me names no capabilities');
    if (!same(before, after)) return inconclusive('the capabilities changed meanwhile');
    const me = history.one('after');
    return (
      unopened(conversation) ??
      allOf(
        isOf(before, conversation, greetingOf(conversation), me),
        whereGranted(conversation, 'renewed', (_, answer) => isOf(before, conversation, answer, me)),
      )
    );
  },
});
