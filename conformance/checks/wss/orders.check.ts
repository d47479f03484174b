/** Orders on the socket: the codes that refuse them. The form of the operation is assumed. */

import { ABSENT_ID } from '../../contract/register.ts';
import { socketRefusals } from '../../contract/socket-refusals.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { frameAt, showing } from '../../member/exchange/conversation.ts';
import { FINER_THAN_ANY_GRID } from '../../member/exchange/order.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { isRefusal, ofAnswer, ofSession, openGreeted } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, type Judgement, notExercised, pass, violated } from '../../runner/judgement.ts';
import { submitOn, unserved } from '../../scenes/order-op.ts';

/** What is wrong with an order, and the code that the sandbox's own member has for it. */
const WRONG = {
  price: ['INVALID_PRICE', { price: FINER_THAN_ANY_GRID }],
  qty: ['INVALID_QTY', { qty: FINER_THAN_ANY_GRID }],
  instrument: ['UNKNOWN_INSTRUMENT', { instrumentId: undefined, instrument: 'TOUCH-STONE' }],
  account: ['UNKNOWN_ACCOUNT', { accountId: undefined, account: 'touchstone-none' }],
  side: ['INVALID_FIELD', { side: 'touchstone' }],
  clientOrderId: ['INVALID_CLIENT_ORDER_ID', { clientOrderId: 'not a key at all' }],
} as const;

/** Before 0.5.0 an account has no name, so stating one is another fault. The values of `side` are the sandbox's own. */
function wrongOf({ rest, strict }: TargetFacts) {
  return Object.entries(WRONG).filter(
    ([what]) => (what !== 'account' || isAtLeast(rest, '0.5.0')) && (what !== 'side' || strict),
  );
}

/** From INVALID_FIELD on (1.1.0); a newer member may have others (VER-05). */
const PUBLISHED = socketRefusals(({ since, isNeverEmitted }) => since === '1.1.0' && isNeverEmitted !== true);

/** WSS-19. Every order has one fault, so none is placed; the operation is assumed, so a deployed member may use any code. */
export const writeRefusalCodes = check({
  id: 'wss/write-refusal-codes',
  proves: ['WSS-19'],
  title: 'an order that is wrong is refused on the socket with a write-related code',
  needs: ['trader', 'account', 'instrument', 'trading-socket', 'writes'],

  async drive({ trader, order, freshKey, target }) {
    const socket = await openGreeted(trader);
    // A deployed member may overlook the fault: the price keeps the rest from being an order.
    const never = target.strict ? {} : { price: FINER_THAN_ANY_GRID };
    for (const [what, [, wrong]] of wrongOf(target)) {
      await submitOn(socket, what, order({ ...never, ...wrong }), freshKey());
    }
    await socket.ask({ op: 'cancel', reqId: 'order', params: { orderId: ABSENT_ID, commandKey: freshKey() } });
  },

  judge: (history) =>
    ofSession(history, (conversation) => {
      const { strict } = history.target;
      const expected = [
        ...wrongOf(history.target).map(([what, [code]]) => [what, code] as const),
        ['order', 'UNKNOWN_ORDER'] as const,
      ];
      return eachOf(
        expected,
        ([what, wanted]): Judgement =>
          (strict ? undefined : unserved(conversation, what)) ??
          ofAnswer(conversation, what, (answer) => {
            const code = frameAt(answer, 'code');
            if (strict && code !== wanted) return violated(wanted, showing(conversation, answer));
            if (frameAt(answer, 'success') === true) return notExercised('the member accepts what is wrong to us');
            return typeof code !== 'string' || PUBLISHED.includes(code)
              ? isRefusal(conversation, answer)
              : notExercised(`the member says ${code} of what is wrong to us`);
          }),
      );
    }),
});

/** WSS-18: with an order that its owner would refuse, so that nothing is placed where the fault does not take effect. */
export const ownerAwayIsNotServing = check({
  id: 'wss/owner-away-is-not-serving',
  proves: ['WSS-18'],
  title: 'a write on the socket refuses NOT_SERVING, retryable, while its record owner is away',
  needs: ['trader', 'account', 'instrument', 'trading-socket', 'control', 'writes'],

  async drive({ trader, order, control, freshKey }) {
    const key = freshKey();
    const socket = await openGreeted(trader);
    await control.fault({ on: { edge: 'inbox', key }, refuse: 'OWNER_ABSENT', times: 1 }, { optional: true });
    await submitOn(socket, 'away', order({ price: FINER_THAN_ANY_GRID }), key);
  },

  judge: (history) =>
    ofSession(
      history,
      (conversation) =>
        unserved(conversation, 'away') ??
        ofAnswer(conversation, 'away', (answer) => {
          const shown = showing(conversation, answer);
          const code = frameAt(answer, 'code');
          // Body and fault are the sandbox's own: a deployed member may have refused something else.
          if (!history.target.strict && code !== 'NOT_SERVING' && code !== 'OWNER_ABSENT') {
            return notExercised(`the member says ${code} of the write`);
          }
          return allOf(
            isRefusal(conversation, answer, { op: 'submit' }),
            code === 'NOT_SERVING' ? pass : violated('NOT_SERVING', shown),
            frameAt(answer, 'retryable') === true ? pass : violated('retryable true', shown),
          );
        }),
    ),
});
