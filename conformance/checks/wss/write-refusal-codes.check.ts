import { frameAt, showing } from '../../client/conversation.ts';
import type { TargetFacts } from '../../client/target-facts.ts';
import { NOBODYS_ID } from '../../contract/nobodys.ts';
import { socketRefusals } from '../../contract/socket-refusals.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { greeted, isRefusal, ofAnswer, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, notExercised, violated } from '../../runner/judgement.ts';
import { submitOn, unserved } from '../../scenes/order-op.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';

/** What is wrong with an order, and the code that the sandbox's own member has for it. */
const WRONG = {
  price: ['INVALID_PRICE', { price: FINER_THAN_ANY_GRID }],
  qty: ['INVALID_QTY', { qty: FINER_THAN_ANY_GRID }],
  instrument: ['UNKNOWN_INSTRUMENT', { instrumentId: undefined, instrument: 'TOUCH-STONE' }],
  account: ['UNKNOWN_ACCOUNT', { accountId: undefined, account: 'touchstone-none' }],
  side: ['INVALID_FIELD', { side: 'touchstone' }],
  clientOrderId: ['INVALID_CLIENT_ORDER_ID', { clientOrderId: 'not a key at all' }],
} as const;

/** An account has no name before 0.5.0: to state one is wrong in another way. `side` is the sandbox's own member. */
function wrongOf({ rest, strict }: TargetFacts) {
  return Object.entries(WRONG).filter(
    ([what]) => (what !== 'account' || isAtLeast(rest, '0.5.0')) && (what !== 'side' || strict),
  );
}

/** From INVALID_FIELD on (1.1.0); a newer member may have others (VER-05). */
const PUBLISHED = socketRefusals(({ since, isNeverEmitted }) => since === '1.1.0' && isNeverEmitted !== true);

/** Every order is wrong in one way, so none is placed; the operation is assumed, so no other code breaks a deployed member. */
export const writeRefusalCodes = check({
  id: 'wss/write-refusal-codes',
  proves: ['WSS-19'],
  title: 'an order that is wrong is refused on the socket with a write-related code',
  needs: ['trader', 'account', 'instrument', 'trading-socket', 'writes'],

  async drive({ trader, order, freshKey, target }) {
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    // What another member takes no notice of must not make an order of the rest.
    const never = target.strict ? {} : { price: FINER_THAN_ANY_GRID };
    for (const [what, [, wrong]] of wrongOf(target)) {
      await submitOn(socket, what, order({ ...never, ...wrong }), freshKey());
    }
    await socket.ask({ op: 'cancel', reqId: 'order', params: { orderId: NOBODYS_ID, commandKey: freshKey() } });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const expected = [
      ...wrongOf(history.target).map(([what, [code]]) => [what, code] as const),
      ['order', 'UNKNOWN_ORDER'] as const,
    ];
    const judge = ([what, wanted]: readonly [string, string]): Judgement =>
      (history.target.strict ? undefined : unserved(conversation, what)) ??
      ofAnswer(conversation, what, (answer) => {
        const code = frameAt(answer, 'code');
        if (history.target.strict && code !== wanted) return violated(wanted, showing(conversation, answer));
        if (frameAt(answer, 'success') === true) return notExercised('the member takes what is wrong to us');
        return typeof code !== 'string' || PUBLISHED.includes(code)
          ? isRefusal(conversation, answer)
          : notExercised(`the member says ${code} of what is wrong to us`);
      });
    return unopened(conversation) ?? eachOf(expected, judge);
  },
});
