import { check } from '../../runner/check.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';
import { grantOf, showing } from '../../target/conversation.ts';
import { capabilitiesOf } from '../auth/who-is-served.ts';
import { greeted, greetingOf, unopened } from './frame-rules.ts';

/** Who holds several tells an order from another. */
export const grantOfAnAdministrator = check({
  id: 'wss/grant-of-an-administrator',
  proves: ['WSS-04'],
  title: 'a grant of several capabilities stands in the order in which GET /me serves them',
  needs: ['admin', 'trading-socket'],

  async drive({ admin }) {
    await admin.get('/me', { label: 'before' });
    await greeted(await admin.openSocket('trading', { label: 'session' }));
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
    if (granted.join() === before.join()) return pass;
    return violated(
      `the capabilities that GET /me serves: ${before.join(', ')}`,
      history.one('after'),
      showing(conversation, greetingOf(conversation)),
    );
  },
});
