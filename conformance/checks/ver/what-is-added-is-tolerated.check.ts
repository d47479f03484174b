import type { Exchange } from '../../client/exchange.ts';
import { at } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, pass } from '../../runner/judgement.ts';
import { holdsAdditions, judgeKnown, withAdditions } from './additions.ts';

/** An int64 that no owner mints: ids are of the sequenced time in nanoseconds. */
const NOBODYS = '9223372036854775807';

/**
 * The suite reads the answer as it would read that of a newer member, or is at fault itself; and where the target says what
 * the suite has no word for, all that the interface shows is there beside it: an addition takes nothing away.
 */
function isTolerated(e: Exchange, rest: string): Judgement {
  const known = judgeKnown(e, rest);
  if (known === undefined) {
    const strange = judgeKnown(withAdditions(e), rest);
    if (strange?.verdict !== 'violated') return pass;
    throw new Error(`an addition is taken for a fault: ${strange.expected} in ${e.request.method} ${e.request.path}`);
  }
  return holdsAdditions(e) ? known : pass;
}

export const whatIsAddedIsTolerated = check({
  id: 'ver/what-is-added-is-tolerated',
  proves: ['VER-05'],
  title:
    'an unknown code, enum member or property of a newer member is tolerated by the suite, and stands beside all that is known',
  needs: ['trader'],

  async drive({ trader, anonymous, freshKey }) {
    await trader.get('/me');
    await trader.get('/orders', { query: { limit: '7' } });
    await trader.get('/executions', { query: { limit: '7' } });
    await trader.get(`/orders/${NOBODYS}`);
    await trader.get(`/operations/${freshKey()}`);
    await trader.request({ method: 'POST', path: '/orders', rawBody: '{', key: freshKey() });
    await anonymous.get(`/orders/${NOBODYS}`);
  },

  judge: (history) =>
    eachOf(
      history.answered.filter((e) => at(e) !== undefined),
      (e) => isTolerated(e, history.target.rest),
    ),
});
