import type { Exchange } from '../../client/exchange.ts';
import { isOk, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass } from '../../runner/judgement.ts';
import { keyLine, NO_KEYS } from './no-keys.ts';

const WRITES = ['submit', 'cancel'] as const;

/** The same write under a key: a member that refuses it has another reason to refuse the others. */
function isTakenWithAKey(e: Exchange | undefined, write: string): Judgement {
  return e !== undefined && isOk(e) ? pass : inconclusive(`the same ${write} is not taken under a key either`);
}

export const keyIsRequired = check({
  id: 'idem/key-is-required',
  proves: ['IDEM-01'],
  title: 'a write without a well-formed Idempotency-Key is refused 400, and nothing is recorded',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    for (const [what, key] of NO_KEYS) {
      const body = { clientOrderId: freshKey(), ...order() };
      const headers = keyLine(key);
      await trader.request({ method: 'POST', path: '/orders', body, headers, label: `submit, ${what}` });
    }
    const submitted = await trader.submit(order(), { label: 'submit, a key' });
    const path = `/orders/${textAt(submitted, 'orderId') ?? '1'}/cancel`;
    for (const [what, key] of NO_KEYS)
      await trader.request({ method: 'POST', path, body: {}, headers: keyLine(key), label: `cancel, ${what}` });
    await trader.post(path, {}, { label: 'cancel, a key' });
  },

  judge(history) {
    const refused = { status: 400, position: 'absent', retryable: false } as const;
    return allOf(
      eachOf(NO_KEYS, ([what]) =>
        allOf(...WRITES.map((write) => expects(history.one(`${write}, ${what}`), refused, what))),
      ),
      ...WRITES.map((write) => isTakenWithAKey(history.maybe(`${write}, a key`), write)),
    );
  },
});
