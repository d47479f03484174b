/** Caps that count orders: over the whole organisation, the tighter of the governing row and the default binding. */
import type { Actor } from '../../member/actor.ts';
import { isBusy } from '../../member/exchange/busy.ts';
import { type Exchange, isOk, rows, textAt } from '../../member/exchange/exchange.ts';
import { canonicalDecimal } from '../../member/exchange/same-answer.ts';
import { isTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/record/not-shown.ts';
import { ended, NOT_PROPOSED, proposed, TRADING_POLICIES } from '../../scenes/policy-families.ts';

/**
 * Two orders of the instrument rest, and one of the capped instrument was cancelled: over the organisation both counts are
 * above these, over the capped instrument alone neither is.
 */
const COUNTS = { maxOpenOrders: 1, maxOrdersPerMinute: 2 } as const;

type Count = keyof typeof COUNTS;

const NAMES = Object.keys(COUNTS) as Count[];

const MINUTE_MS = 60_000;

/** Whether so many orders as the row lets through were surely taken in the minute before this one. */
function isPastTheCeiling(history: History, capped: Exchange): boolean {
  const within = history
    .of('POST /orders')
    .filter((e) => isOk(e) && e.n < capped.n && capped.answeredAtMs - e.sentAtMs < MINUTE_MS);
  return within.length >= COUNTS.maxOrdersPerMinute;
}

function isRefused(history: History, count: Count): Judgement {
  const approved = history.maybe(`${count}: approved`);
  const capped = history.maybe(`${count}: capped`);
  if (approved === undefined || capped === undefined || !isTaken(approved)) return notShown(history, NOT_PROPOSED);
  if (count === 'maxOrdersPerMinute' && !isPastTheCeiling(history, capped)) {
    return inconclusive('the run stood still: the orders before the capped one were not of one minute');
  }
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

/** The default row binds all orders: `pol/tighter-cap-binds` shows that the tighter of the two binds. */
export const governingCapBinds = check({
  id: 'pol/governing-cap-binds',
  proves: ['POL-03'],
  title:
    "a governing row's maxOpenOrders and maxOrdersPerMinute bind its instrument, counted over the organisation's orders",
  needs: ['admin', 'deputy', 'trader', 'account', 'instrument', 'cappedInstrument', 'writes'],
  holds: ['cappedInstrument'],
  opens: 5,
  busy: 'judged',

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
    // An order that a busy member did not serve is missing from the count.
    if (history.answered.some(isBusy)) return inconclusive('the target was busy meanwhile');
    if (!history.labelled('before').every(isOk))
      return notShown(history, 'the orders are not taken without a cap either');
    return eachOf(NAMES, (count) => isRefused(history, count));
  },
});

/** How many orders each row lets through, and the orders in turn: of the capped instrument or another, taken or refused. */
const CASES = [
  {
    tighter: 'governing',
    governing: 2,
    byDefault: 3,
    orders: ['other', 'capped', 'capped: refused', 'other', 'other: refused'],
  },
  { tighter: 'default', governing: 5, byDefault: 2, orders: ['other', 'capped', 'capped: refused'] },
] as const;

const COUNT_REFUSALS = {
  maxOrdersPerMinute: { status: 429, code: 'RATE_CEILING' },
  maxOpenOrders: { status: 422, code: 'MAX_OPEN_ORDERS_EXCEEDED' },
} as const;

const EVERY = (Object.keys(COUNT_REFUSALS) as Count[]).flatMap((count) => CASES.map((one) => ({ count, ...one })));

const nameOf = ({ count, tighter }: { readonly count: Count; readonly tighter: string }) => `${count}, ${tighter}`;

/**
 * Cancels the organisation's orders that have something left, so that only the check's own are counted. The interface does not
 * show which states are open, and an order that has ended may keep what was left of it.
 */
async function endOrders(trader: Actor): Promise<void> {
  for (const { orderId, leavesQty } of rows(await trader.get('/orders'))) {
    const isLeft = typeof leavesQty !== 'string' || canonicalDecimal(leavesQty) !== '0';
    if (isLeft && typeof orderId === 'string') await trader.cancel(orderId);
  }
}

function binds(history: History, one: (typeof EVERY)[number]): Judgement {
  // An order that a busy member did not serve is missing from the count.
  if (history.answered.some(isBusy)) return inconclusive('the target was busy meanwhile');
  const approvals = history.labelled(`${nameOf(one)}: approved`);
  if (approvals.length < 2 || !approvals.every(isTaken)) return notTaken(NOT_PROPOSED);
  const refusal = COUNT_REFUSALS[one.count];
  // The code of the one is the interface's; of the other it is the sandbox's.
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
  return allOf(judged);
}

/** Caps the orders of the whole organisation for a while: for a sandbox that is not shared. */
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
  busy: 'judged',

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
