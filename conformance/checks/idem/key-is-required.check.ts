import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf } from '../../runner/judgement.ts';

/** What no member may take for a key (decision A19): none, empty, a space within, past ASCII, far too long. */
const NO_KEYS: readonly (readonly [string, string | undefined])[] = [
  ['no key', undefined],
  ['an empty key', ''],
  ['a key with a space', 'two words'],
  ['a key past ASCII', 'clé-12345678'],
  ['a key of 300 characters', 'k'.repeat(300)],
];

export const keyIsRequired = check({
  id: 'idem/key-is-required',
  proves: ['IDEM-01'],
  title: 'a write without a well-formed Idempotency-Key is refused 400, and nothing is recorded',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    for (const [what, key] of NO_KEYS) {
      const headers: Record<string, string> =
        key === undefined ? {} : { 'Idempotency-Key': Buffer.from(key).toString('latin1') };
      await trader.request({ method: 'POST', path: '/orders', body: order(), headers, label: `submit, ${what}` });
      await trader.request({ method: 'POST', path: '/orders/1/cancel', body: {}, headers, label: `cancel, ${what}` });
    }
  },

  judge(history) {
    const refused = { status: 400, position: 'absent', retryable: false } as const;
    return eachOf(NO_KEYS, ([what]) =>
      allOf(...['submit', 'cancel'].map((write) => expects(history.one(`${write}, ${what}`), refused, what))),
    );
  },
});
