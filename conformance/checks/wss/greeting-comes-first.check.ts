import type { Conversation } from '../../client/conversation.ts';
import { eventKind, events, grantOf, received, sent, showing } from '../../client/conversation.ts';
import { greeted, isKindOfEvent, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

/** It came soon after the first word, and by far not as soon after the opening. */
function isAnswered(conversation: Conversation): boolean {
  const [first, spoken] = [received(conversation)[0], sent(conversation)[0]];
  if (first === undefined || spoken === undefined || spoken.n > first.n) return false;
  return (first.atMs - spoken.atMs) * 4 < spoken.atMs - conversation.answeredAtMs;
}

function greets(conversation: Conversation, strict: boolean, isWaitedFor: boolean): Judgement {
  const [first] = received(conversation);
  if (first === undefined) return inconclusive('no frame came in time');
  if (eventKind(first) === 'sessionClosing') return inconclusive('access was revoked meanwhile');
  if (eventKind(first) !== 'sessionOpened')
    return violated('sessionOpened as the first frame', showing(conversation, first));
  const spoken = sent(conversation)[0];
  if (spoken !== undefined && spoken.n < first.n) {
    const late = violated('sessionOpened before the client says anything', showing(conversation, first));
    return strict || isWaitedFor ? late : inconclusive('sessionOpened did not come in time');
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

const MORE = 2;

export const greetingComesFirst = check({
  id: 'wss/greeting-comes-first',
  proves: ['WSS-03'],
  title: 'the first frame is sessionOpened with the grant, before the client says anything',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    // A slow target greets late once by chance, and not with the first word each time.
    for (let i = 0; i < MORE && isAnswered(socket.conversation()); i += 1) {
      await greeted(await trader.openSocket('trading', { label: 'once more' }));
    }
  },

  judge(history) {
    const conversation = history.conversation('session');
    const more = history.conversationsLabelled('once more');
    const isWaitedFor = more.length === MORE && more.every(isAnswered);
    return unopened(conversation) ?? greets(conversation, history.target.strict, isWaitedFor);
  },
});
