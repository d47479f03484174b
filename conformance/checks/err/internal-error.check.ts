import { textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';

/** A line of a stack, a place in a source file, a path of a file system. */
const OF_THE_INSIDE = [
  /\n\s*at\s/,
  /\bat\s[\w.<>$]+\s\([^)]*:\d+/,
  /\.(?:[cm]?[jt]sx?|java|kt|go|py|rs|cs|cpp|rb):\d+/,
  /(?:\/[\w.@-]+){2,}\.\w{1,4}\b/,
  /\bnode:[a-z]/,
  /node_modules/,
  /[A-Za-z]:\\/,
];

export const internalError = check({
  id: 'err/internal-error',
  proves: ['ERR-17'],
  title:
    "a failure of the member itself answers 500 INTERNAL_ERROR in the envelope, with nothing of the member's inside",
  needs: ['trader', 'account', 'instrument', 'control', 'writes'],

  async drive({ trader, order, control, freshKey }) {
    const key = freshKey();
    await control.fault({ on: { edge: 'look-up', key }, fail: true, times: 1 });
    await trader.submit(order({ price: FINER_THAN_ANY_GRID }), { key, label: 'failed' });
  },

  judge(history) {
    const failed = history.one('failed');
    const text = [failed.response?.body.replaceAll('\\n', '\n') ?? '', textAt(failed, 'error', 'message') ?? ''];
    const shown = OF_THE_INSIDE.some((inside) => text.some((part) => inside.test(part)));
    return allOf(
      expects(failed, { status: 500, code: 'INTERNAL_ERROR', retryable: false, headers: { 'x-request-id': true } }),
      shown ? violated('no stack and no path in the answer', failed) : pass,
    );
  },
});
