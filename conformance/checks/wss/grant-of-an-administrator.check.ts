import type { Frame } from '../../client/conversation.ts';
import { grantOf, showing } from '../../client/conversation.ts';
import { greeted, greetingOf, unopened, whereGranted } from '../../rules/frame-rules.ts';
import { capabilitiesOf } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

/** Who holds several tells an order from another. */
export const grantOfAnAdministrator = check({
  id: 'wss/grant-of-an-administrator',
  proves: ['WSS-04'],
  title: 'a grant of several capabilities stands in the order in which GET /me serves them',
  needs: ['admin', 'trading-socket'],

  async drive({ admin }) {
    await admin.get('/me', { label: 'before' });
    const socket = await admin.openSocket('trading', { label: 'session' });
    await greeted(socket);
    await socket.ask({ op: 'auth', reqId: 'renewed', params: { token: await admin.token() } });
    await admin.get('/me', { label: 'after' });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    const [before, after] = [capabilitiesOf(history.one('before')), capabilitiesOf(history.one('after'))];
    const granted = grantOf(greetingOf(conversation))?.capabilities;
    if (before === undefined || granted === undefined)
      return inconclusive('GET /me or the grant names no capabilities');
    if (before.join() !== after?.join()) return inconclusive('the capabilities changed meanwhile');
    const isHeld = (capabilities: readonly unknown[], frame: Frame | undefined) =>
      capabilities.join() === before.join()
        ? pass
        : violated(
            `the capabilities that GET /me serves: ${before.join(', ')}`,
            history.one('after'),
            showing(conversation, frame),
          );
    return allOf(
      isHeld(granted, greetingOf(conversation)),
      whereGranted(conversation, 'renewed', ({ capabilities }, answer) => isHeld(capabilities, answer)),
    );
  },
});
