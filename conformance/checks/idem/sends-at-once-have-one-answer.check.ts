import type { Exchange } from '../../client/exchange.ts';
import { isOk, keyOf, rows, status, textAt } from '../../client/exchange.ts';
import { sameAnswer } from '../../client/same-answer.ts';
import { together } from '../../client/together.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, notExercised, pass, violated } from '../../runner/judgement.ts';

/** The second may come too late to meet the first in flight: so often it is tried. */
const PAIRS = 5;

/** Each was sent before the other was answered. */
function overlap([one, other]: readonly Exchange[]): boolean {
  return (
    one !== undefined && other !== undefined && other.sentAtMs < one.answeredAtMs && one.sentAtMs < other.answeredAtMs
  );
}

function hasOneAnswer(pair: readonly Exchange[]): Judgement {
  const [one, other] = pair;
  if (one === undefined || other === undefined) return pass;
  const ids = new Set(pair.map((e) => textAt(e, 'orderId')).filter((id) => id !== undefined));
  if (ids.size > 1) return violated('one order of two sends of one key', one, other);
  // One that the platform has not answered yet is answered later; how is for the checks of 202.
  if (!isOk(one) || !isOk(other) || pair.some((e) => status(e) === 202)) return pass;
  return sameAnswer(other, one) ? pass : violated('one answer to two sends of one key', one, other);
}

export const sendsAtOnceHaveOneAnswer = check({
  id: 'idem/sends-at-once-have-one-answer',
  proves: ['IDEM-05'],
  title: 'two sends of one key at once have one effect and one answer',
  needs: ['trader', 'account', 'instrument', 'writes'],
  opens: PAIRS,

  async drive({ trader, order, freshKey }) {
    for (let pairs = 0; pairs < PAIRS; pairs += 1) {
      const key = freshKey();
      const departure = together(2);
      const send = () => trader.submit(order(), { key, label: 'sent', departure });
      await Promise.all([send(), send()]);
    }
    await trader.get('/orders', { query: { limit: 100 }, label: 'orders' });
  },

  judge(history) {
    const pairs = [...Map.groupBy(history.labelled('sent'), keyOf)].map(([key, pair]) => ({ key, pair }));
    const orders = history.one('orders');
    const isListedTwice = pairs.some(
      ({ key }) => rows(orders).filter(({ clientOrderId }) => clientOrderId === key).length > 1,
    );
    const seen = pairs.filter(({ pair }) => overlap(pair) && pair.every((e) => isOk(e) && status(e) !== 202));
    return allOf(
      isListedTwice ? violated('one order of two sends of one key', orders) : pass,
      ...pairs.map(({ pair }) => hasOneAnswer(pair)),
      seen.length > 0 ? pass : notExercised('no two sends of one key were in flight at once and taken'),
    );
  },
});
