import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Conversation } from '../../target/conversation.ts';
import { eventKind, events, grantOf, received, sent, showing } from '../../target/conversation.ts';
import { greeted, isKindOfEvent, unopened } from './frame-rules.ts';

function greets(conversation: Conversation, strict: boolean): Judgement {
  const [first] = received(conversation);
  if (first === undefined) return inconclusive('no frame came in time');
  if (eventKind(first) === 'sessionClosing') return inconclusive('access was revoked meanwhile');
  if (eventKind(first) !== 'sessionOpened')
    return violated('sessionOpened as the first frame', showing(conversation, first));
  const spoken = sent(conversation)[0];
  if (spoken !== undefined && spoken.n < first.n) {
    const late = violated('sessionOpened before the client says anything', showing(conversation, first));
    return strict ? late : inconclusive('sessionOpened did not come in time');
  }
  const again = events(conversation, 'sessionOpened')[1];
  return allOf(
    isKindOfEvent(conversation, first),
    grantOf(first) === undefined
      ? violated('data {capabilities: [...], expiresAtNs: "..."}', showing(conversation, first))
      : pass,
    again === undefined ? pass : violated('one sessionOpened a session', showing(conversation, first, again)),
  );
}

export const greetingComesFirst = check({
  id: 'wss/greeting-comes-first',
  proves: ['WSS-03'],
  title: 'the first frame is sessionOpened with the grant, before the client says anything',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    await greeted(await trader.openSocket('trading', { label: 'session' }));
  },

  judge(history) {
    const conversation = history.conversation('session');
    return unopened(conversation) ?? greets(conversation, history.target.strict);
  },
});
