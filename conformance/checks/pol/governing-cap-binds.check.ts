import { isBusy } from '../../client/busy.ts';
import { isOk, textAt } from '../../client/exchange.ts';
import { isTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/not-shown.ts';
import { ended, NOT_PROPOSED, proposed, TRADING_POLICIES } from '../../scenes/policy-families.ts';

/**
 * Two orders of the instrument rest, and one of the capped instrument was cancelled: over the organisation both counts are
 * above these, over the capped instrument alone neither is.
 */
const COUNTS = { maxOpenOrders: 1, maxOrdersPerMinute: 2 } as const;
type Count = keyof typeof COUNTS;
const NAMES = Object.keys(COUNTS) as Count[];

function isRefused(history: History, count: Count): Judgement {
  const approved = history.maybe(`${count}: approved`);
  const capped = history.maybe(`${count}: capped`);
  if (approved === undefined || capped === undefined || !isTaken(approved)) return notShown(history, NOT_PROPOSED);
  const other = history.one(`${count}: other`);
  // The code of the one is the interface's; of the other it is the sandbox's.
  const refusal =
    count === 'maxOrdersPerMinute'
      ? ({ status: 429, code: 'RATE_CEILING' } as const)
      : ({ status: history.target.strict ? 422 : '4xx' } as const);
  return allOf(
    expects(capped, { ...refusal, position: 'present' }, `${count} is counted over the whole organisation`),
    isOk(other) ? pass : violated(`an order of an instrument that the row does not govern, above its ${count}`, other),
  );
}

/** The default row binds everybody: that the tighter of the two does is for `pol/tighter-cap-binds`. */
export const governingCapBinds = check({
  id: 'pol/governing-cap-binds',
  proves: ['POL-03'],
  title:
    "a governing row's maxOpenOrders and maxOrdersPerMinute bind its instrument, counted over the organisation's orders",
  needs: ['admin', 'deputy', 'trader', 'account', 'instrument', 'cappedInstrument', 'writes'],
  opens: 5,

  async drive({ admin, deputy, trader, order, fixtures }) {
    const { id: instrumentId, price } = fixtures.cappedInstrument;
    const submitted = async (label: string, over = {}) => {
      const answer = await trader.submit(order(over), { label });
      return isOk(answer) ? textAt(answer, 'orderId') : undefined;
    };
    for (let resting = 0; resting < 2; resting += 1) await submitted('before');
    const baseline = await submitted('before', { instrumentId, price });
    if (baseline !== undefined) await trader.cancel(baseline);
    for (const count of NAMES) {
      const path = await proposed(admin, TRADING_POLICIES, { instrumentId, [count]: COUNTS[count] });
      if (path === undefined) continue;
      try {
        await deputy.post(`${path}/approve`, {}, { label: `${count}: approved` });
        await submitted(`${count}: capped`, { instrumentId, price });
        await submitted(`${count}: other`);
      } finally {
        await ended(admin, path);
      }
    }
  },

  judge(history) {
    // Whatever was not served just then is missing from the count.
    if (history.answered.some(isBusy)) return inconclusive('the target was busy meanwhile');
    if (!history.labelled('before').every(isOk))
      return notShown(history, 'the orders are not taken without a cap either');
    return eachOf(NAMES, (count) => isRefused(history, count));
  },
});
