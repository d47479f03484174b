import type { Actor } from '../../client/actor.ts';
import { isBusy } from '../../client/busy.ts';
import { isOk, rows, textAt } from '../../client/exchange.ts';
import { canonicalDecimal } from '../../client/same-answer.ts';
import { isTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { ended, NOT_PROPOSED, proposed, TRADING_POLICIES } from '../../scenes/policy-families.ts';

/** How many orders each row lets through, and what becomes of orders then: of the capped instrument, or another. */
const CASES = [
  {
    tighter: 'governing',
    governing: 2,
    byDefault: 3,
    orders: ['other', 'capped', 'capped: refused', 'other', 'other: refused'],
  },
  { tighter: 'default', governing: 5, byDefault: 2, orders: ['other', 'capped', 'capped: refused'] },
] as const;

const COUNTS = {
  maxOrdersPerMinute: { status: 429, code: 'RATE_CEILING' },
  maxOpenOrders: { status: 422, code: 'MAX_OPEN_ORDERS_EXCEEDED' },
} as const;

type Count = keyof typeof COUNTS;

const EVERY = (Object.keys(COUNTS) as Count[]).flatMap((count) => CASES.map((one) => ({ count, ...one })));

const nameOf = ({ count, tighter }: { readonly count: Count; readonly tighter: string }) => `${count}, ${tighter}`;

/**
 * Ends the organisation's orders that something is left of, so that none counts but the check's own: which states are open is
 * not shown, and an order that has ended may keep what was left of it.
 */
async function endOrders(trader: Actor): Promise<void> {
  for (const { orderId, leavesQty } of rows(await trader.get('/orders'))) {
    const isLeft = typeof leavesQty !== 'string' || canonicalDecimal(leavesQty) !== '0';
    if (isLeft && typeof orderId === 'string') await trader.cancel(orderId);
  }
}

function binds(history: History, one: (typeof EVERY)[number]): Judgement {
  // Whatever was not served just then is missing from the count.
  if (history.answered.some(isBusy)) return inconclusive('the target was busy meanwhile');
  const approvals = history.labelled(`${nameOf(one)}: approved`);
  if (approvals.length < 2 || !approvals.every(isTaken)) return notTaken(NOT_PROPOSED);
  const refusal = COUNTS[one.count];
  // The code of the one is the interface's; of the other it is ours.
  const isNamed = history.target.strict || one.count === 'maxOrdersPerMinute';
  const judged = history.labelled(`${nameOf(one)}: submitted`).map((e, i) => {
    if (!one.orders[i]?.endsWith('refused')) {
      return isOk(e) ? pass : violated(`an order within ${one.count} of both the governing row and the default`, e);
    }
    const expected = isNamed
      ? { ...refusal, position: 'present' as const }
      : { status: '4xx' as const, position: 'present' as const };
    return expects(e, expected, `${one.count} of the ${one.tighter} row is the tighter, over the whole organisation`);
  });
  return allOf(...judged);
}

/** Orders of the whole organisation are capped for a while: for a sandbox of one's own. */
export const tighterCapBinds = check({
  id: 'pol/tighter-cap-binds',
  proves: ['POL-03'],
  title:
    "the tighter of the governing row and the organisation-wide default binds each count of the organisation's orders",
  needs: [
    'admin',
    'deputy',
    'trader',
    'account',
    'instrument',
    'cappedInstrument',
    'virtual-clock',
    'destructive',
    'writes',
  ],
  opens: 5,

  async drive({ admin, deputy, trader, order, fixtures, elapse }) {
    const { id: instrumentId, price } = fixtures.cappedInstrument;
    for (const one of EVERY) {
      await elapse(61_000);
      if (one.count === 'maxOpenOrders') await endOrders(trader);
      const paths: (string | undefined)[] = [];
      const taken: string[] = [];
      try {
        for (const terms of [{ instrumentId, [one.count]: one.governing }, { [one.count]: one.byDefault }]) {
          const path = await proposed(admin, TRADING_POLICIES, terms);
          if (path === undefined) return;
          paths.push(path);
          await deputy.post(`${path}/approve`, {}, { label: `${nameOf(one)}: approved` });
        }
        for (const which of one.orders) {
          const body = which.startsWith('capped') ? order({ instrumentId, price }) : order();
          const submitted = await trader.submit(body, { label: `${nameOf(one)}: submitted` });
          if (isOk(submitted)) taken.push(textAt(submitted, 'orderId') ?? '0');
        }
      } finally {
        await ended(admin, ...paths);
        for (const orderId of taken) await trader.cancel(orderId);
      }
    }
  },

  judge: (history) => eachOf(EVERY, (one) => binds(history, one)),
});
