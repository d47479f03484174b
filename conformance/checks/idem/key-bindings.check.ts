/** What binds an Idempotency-Key to its operation, and what leaves it free: refusals at the door, interruptions, a failed look-up. */

import { isAtLeast } from '../../contract/versions.ts';
import { isOk, isReplay, position, status, textAt } from '../../member/exchange/exchange.ts';
import { replays } from '../../member/exchange/same-answer.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

export const keyIsBoundToItsOperation = check({
  id: 'idem/key-is-bound-to-its-operation',
  proves: ['IDEM-06'],
  title:
    'a key used for another operation or resource answers 409 IDEMPOTENCY_KEY_REUSED, and still replays for its own',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const key = freshKey();
    const body = order();
    const first = await trader.submit(body, { key, label: 'first' });
    const orderId = textAt(first, 'orderId') ?? '1';
    await trader.cancel(orderId, { key, label: 'another operation' });

    const cancelKey = freshKey();
    const other = await trader.submit(order(), { label: 'other order' });
    const otherId = textAt(other, 'orderId') ?? '1';
    await trader.cancel(otherId, { key: cancelKey, label: 'cancelled' });
    await trader.cancel(orderId, { key: cancelKey, label: 'another resource' });
    await trader.submit(body, { key, label: 'retried' });
  },

  judge(history) {
    const first = history.one('first');
    if (!isOk(first) || !isOk(history.one('cancelled')))
      return inconclusive('the order or its cancel was not accepted');
    const reused = { status: 409, code: 'IDEMPOTENCY_KEY_REUSED', retryable: false } as const;
    const retried = history.one('retried');
    return allOf(
      expects(history.one('another operation'), reused),
      expects(history.one('another resource'), reused),
      replays(retried, first) ? pass : violated('the first answer, replayed after the refused use', first, retried),
    );
  },
});

/** Each is one step from an order that the door lets through, and since when it is the door that refuses it. */
const FLAWS = [
  ['a price past the grammar', '0.4.1', { price: '1e2' }],
  ['another user', '0.1.0', { userId: 1 }],
  ['a symbol that nothing holds', '0.3.4', { instrumentId: undefined, instrument: 'NO-SUCH-SYMBOL' }],
  ['an account name that nothing holds', '0.5.0', { accountId: undefined, account: 'no such account' }],
] as const;

function flawsOf({ rest }: TargetFacts) {
  return FLAWS.filter(([, since]) => isAtLeast(rest, since));
}

export const doorRefusalLeavesTheKeyFree = check({
  id: 'idem/door-refusal-leaves-the-key-free',
  proves: ['IDEM-07'],
  title: 'a refusal of the door leaves the key free: the corrected request under it is served as a first answer',
  needs: ['trader', 'account', 'instrument', 'writes'],
  opens: 4,

  async drive({ trader, order, freshKey, target }) {
    for (const [what, , flaw] of flawsOf(target)) {
      const key = freshKey();
      await trader.submit({ ...order(), ...flaw }, { key, label: `refused for ${what}` });
      await trader.submit(order(), { key, label: `corrected of ${what}` });
    }
  },

  judge: (history) =>
    eachOf(flawsOf(history.target), ([what]) => {
      const refused = history.one(`refused for ${what}`);
      const corrected = history.one(`corrected of ${what}`);
      const seen = status(refused) ?? 0;
      if (seen < 400 || seen >= 500 || position(refused) !== undefined) {
        return inconclusive(`the door did not refuse ${what}`);
      }
      if (isOk(corrected) && !isReplay(corrected)) return pass;
      return violated('the corrected request served as a first answer', refused, corrected);
    }),
});

export const interruptedWriteMayBeSentAgain = check({
  id: 'idem/interrupted-write-may-be-sent-again',
  proves: ['IDEM-18'],
  title: 'INTERRUPTED is retryable true: the same key sent again is served',
  needs: ['trader', 'account', 'instrument', 'writes', 'control'],

  async drive({ trader, order, freshKey, control }) {
    const key = freshKey();
    await control.fault({ on: { edge: 'inbox', key }, refuse: 'INTERRUPTED', times: 1 });
    await trader.submit(order(), { key, label: 'interrupted' });
    await trader.submit(order(), { key, label: 'sent again' });
  },

  judge(history) {
    return allOf(
      expects(history.one('interrupted'), { status: 'not 2xx', code: 'INTERRUPTED', retryable: true }),
      expects(history.one('sent again'), { status: '2xx', replay: false }),
    );
  },
});

export const unreadableKeyIsNotServing = check({
  id: 'idem/unreadable-key-is-not-serving',
  proves: ['IDEM-14'],
  title: 'a write whose key cannot be looked up by the write deadline answers 503 NOT_SERVING: nothing sent, key free',
  needs: ['trader', 'account', 'instrument', 'writes', 'control'],

  async drive({ trader, order, freshKey, control }) {
    const key = freshKey();
    const stalled = await control.fault({ on: { edge: 'look-up', key }, hold: key });
    const pending = trader.submit(order(), { key, label: 'stalled' });
    await stalled.untilHeld();
    await control.advance('5s');
    await pending;
    await stalled.remove();
    await trader.get(`/operations/${key}`, { label: 'record' });
    await trader.submit(order(), { key, label: 'retried' });
  },

  judge: (history) =>
    allOf(
      expects(history.one('stalled'), { status: 503, code: 'NOT_SERVING', position: 'absent' }),
      expects(history.one('record'), { status: 404, code: 'UNKNOWN_OPERATION' }, 'nothing was stored'),
      expects(history.one('retried'), { status: '2xx', replay: false }, 'the key is free'),
    ),
});
