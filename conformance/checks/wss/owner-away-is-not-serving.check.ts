import { frameAt, showing } from '../../client/conversation.ts';
import { greeted, isRefusal, ofAnswer, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, notExercised, pass, violated } from '../../runner/judgement.ts';
import { submitOn, unserved } from '../../scenes/order-op.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';

/** Body and fault are the sandbox's own: another member may have refused it for something else. */
function isOtherwise(code: unknown, strict: boolean): boolean {
  return !strict && code !== 'NOT_SERVING' && code !== 'OWNER_ABSENT';
}

/** An order that its owner would refuse: nothing is placed, wherever the fault does not hold. */
export const ownerAwayIsNotServing = check({
  id: 'wss/owner-away-is-not-serving',
  proves: ['WSS-18'],
  title: 'a write on the socket refuses NOT_SERVING, retryable, while its record owner is away',
  needs: ['trader', 'account', 'instrument', 'trading-socket', 'control', 'writes'],

  async drive({ trader, order, control, freshKey }) {
    const key = freshKey();
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    await control.fault({ on: { edge: 'inbox', key }, refuse: 'OWNER_ABSENT', times: 1 }, { optional: true });
    await submitOn(socket, 'away', order({ price: FINER_THAN_ANY_GRID }), key);
  },

  judge(history) {
    const conversation = history.conversation('session');
    return (
      unopened(conversation) ??
      unserved(conversation, 'away') ??
      ofAnswer(conversation, 'away', (answer) => {
        const shown = showing(conversation, answer);
        const code = frameAt(answer, 'code');
        if (isOtherwise(code, history.target.strict)) return notExercised(`the member says ${code} of the write`);
        return allOf(
          isRefusal(conversation, answer, { op: 'submit' }),
          code === 'NOT_SERVING' ? pass : violated('NOT_SERVING', shown),
          frameAt(answer, 'retryable') === true ? pass : violated('retryable true', shown),
        );
      })
    );
  },
});
