import { greeted, isKindOfEvent, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { toldEvents } from './event-frames.ts';

export const oneKindName = check({
  id: 'wss/one-kind-name',
  proves: ['WSS-21'],
  title: "an event's event and msgType carry one kind name",
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    await greeted(await trader.openSocket('trading', { label: 'session' }));
  },

  judge(history) {
    const conversation = history.conversation('session');
    return unopened(conversation) ?? eachOf(toldEvents(conversation), (frame) => isKindOfEvent(conversation, frame));
  },
});
