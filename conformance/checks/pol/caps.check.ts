/**
 * Caps of trading policies: exact at every scale, counted over the whole organisation, the tighter of two rows binding; and the
 * ceiling per minute, which is recorded. What a policy caps for a while is lifted again in `drive`.
 */
import fc from 'fast-check';
import type { Actor } from '../../client/actor.ts';
import { isBusy } from '../../client/busy.ts';
import { type Exchange, errorCode, isOk, rows, textAt } from '../../client/exchange.ts';
import { canonicalDecimal, replays } from '../../client/same-answer.ts';
import { exact, justBelow, times, written } from '../../rules/exact.ts';
import { isTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, blaming, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/not-shown.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { ended, NOT_PROPOSED, proposed, TRADING_POLICIES } from '../../scenes/policy-families.ts';

interface Capped {
  readonly price: string;
  readonly qty: string;
  /** One step more. */
  readonly more: string;
}

/** The codes of the sandbox. */
const CAP_CODES = { maxOrderQty: 'MAX_ORDER_QTY_EXCEEDED', maxOrderNotional: 'MAX_ORDER_NOTIONAL_EXCEEDED' } as const;
type Cap = keyof typeof CAP_CODES;
const CAPS = Object.keys(CAP_CODES) as Cap[];

/** The value that the cap bounds. */
function cappedValue(cap: Cap, { price, qty }: Capped) {
  return cap === 'maxOrderQty' ? exact(qty) : times(exact(price), exact(qty));
}

function isOver(e: Exchange, cap: Cap, strict: boolean): Judgement {
  return strict
    ? expects(e, { status: 422, code: CAP_CODES[cap], position: 'present' })
    : expects(e, { status: '4xx', position: 'present' }, `the order is above ${cap}`);
}

function isExact(history: History, cap: Cap): Judgement {
  const { strict } = history.target;
  const of = (what: string) => history.one(`${cap}: ${what}`);
  if (!isOk(of('uncapped'))) return notShown(history, 'the order is not taken without a cap either');
  const approved = history.maybe(`${cap}: approved`);
  if (approved === undefined || !isTaken(approved)) return notShown(history, NOT_PROPOSED);
  const equal = of('equal');
  return allOf(
    isOk(equal) ? pass : violated(`an order of just its ${cap} is taken`, equal),
    isOver(of('a step over'), cap, strict),
    isTaken(of('restated')) && isTaken(of('approved again'))
      ? isOver(of('a hair over'), cap, strict)
      : notShown(history, 'the cap was not restated'),
  );
}

export const capIsExact = check({
  id: 'pol/cap-is-exact',
  proves: ['POL-05'],
  title: 'an order of just the cap is taken, and one unit of the finest place over it is refused, at every scale',
  needs: ['admin', 'deputy', 'trader', 'account', 'instrument', 'cappedInstrument', 'writes'],
  // Of a quantity more digits than a floating-point number holds; of a notional as few as 64 bits hold at its own scale.
  given: ({ cappedInstrument: { tick, step, price } }) => {
    const [unit, least] = [exact(step), exact(tick)];
    const steps = (count: bigint) => written({ ...unit, units: unit.units * count });
    const capped = (at: string, count: bigint): Capped => ({ price: at, qty: steps(count), more: steps(count + 1n) });
    const ticks = exact(price).units / least.units;
    const below = fc.bigInt({ min: 0n, max: ticks / 2n });
    return fc.record({
      maxOrderQty: fc.bigInt({ min: 2n ** 53n, max: 2n ** 62n }).map((count) => capped(price, count)),
      maxOrderNotional: fc
        .tuple(below, fc.bigInt({ min: 1n, max: 10n ** 9n }))
        .map(([by, count]) => capped(written({ ...least, units: least.units * (ticks - by) }), count)),
    });
  },
  runs: 3,

  async drive({ admin, deputy, trader, order, fixtures }, given) {
    const instrumentId = fixtures.cappedInstrument.id;
    for (const cap of CAPS) {
      const { price, qty, more } = given[cap];
      const submitted = async (amount: string, label: string) => {
        const body = order({ instrumentId, price, qty: amount });
        const answer = await trader.submit(body, { label: `${cap}: ${label}` });
        if (isOk(answer)) await trader.cancel(textAt(answer, 'orderId') ?? '0');
      };
      await submitted(more, 'uncapped');
      const value = cappedValue(cap, given[cap]);
      const terms = { instrumentId, [cap]: written(value) };
      const path = await proposed(admin, TRADING_POLICIES, terms);
      if (path === undefined) continue;
      try {
        await deputy.post(`${path}/approve`, {}, { label: `${cap}: approved` });
        await submitted(qty, 'equal');
        await submitted(more, 'a step over');
        await admin.put(path, { ...terms, [cap]: written(justBelow(value)) }, { label: `${cap}: restated` });
        await deputy.post(`${path}/approve`, {}, { label: `${cap}: approved again` });
        await submitted(qty, 'a hair over');
      } finally {
        await ended(admin, path);
      }
    }
  },

  judge: (history) => eachOf(CAPS, (cap) => isExact(history, cap)),
});

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

/** The default row binds all orders: `pol/tighter-cap-binds` shows that the tighter of the two binds. */
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
  return allOf(...judged);
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

/** More orders than a tight ceiling lets through in a minute. */
const MOST = 40;
const MINUTE_MS = 61_000;

export const ceilingIsRecorded = check({
  id: 'pol/ceiling-is-recorded',
  proves: ['POL-04', 'ERR-10'],
  title:
    'the per-minute ceiling answers 429 RATE_CEILING, recorded and replayed under its key also when the minute is over',
  needs: ['throttled', 'throttledAccount', 'account', 'instrument', 'writes'],
  waits: { ms: MINUTE_MS, for: 'the minute of a ceiling to pass' },

  async drive({ throttled, order, fixtures, freshKey, elapse }) {
    const body = order({ accountId: fixtures.throttledAccount.id });
    for (let i = 0; i < MOST; i += 1) {
      const key = freshKey();
      const submitted = await throttled.submit(body, { key, label: 'submitted' });
      // So that no cap on open orders is met first.
      if (isOk(submitted)) await throttled.cancel(textAt(submitted, 'orderId') ?? '0');
      if (errorCode(submitted) !== 'RATE_CEILING') continue;
      await throttled.submit(body, { key, label: 'again' });
      await elapse(MINUTE_MS);
      await throttled.submit(body, { key, label: 'a minute later' });
      const fresh = await throttled.submit(body, { label: 'under a fresh key' });
      if (isOk(fresh)) await throttled.cancel(textAt(fresh, 'orderId') ?? '0');
      return;
    }
  },

  judge(history) {
    const ceiling = history.labelled('submitted').find((e) => errorCode(e) === 'RATE_CEILING');
    if (ceiling === undefined) return notShown(history, `the ceiling was not met within ${MOST} orders`);
    const retries = [history.one('again'), history.one('a minute later')];
    const fresh = history.one('under a fresh key');
    const statesRetryAfter = expects(ceiling, { status: 429, headers: { 'retry-after': true } });
    const isRecorded = allOf(
      expects(ceiling, { status: 429, position: 'present', asOf: 'absent', retryable: false }),
      ...retries.map((e) => (replays(e, ceiling) ? pass : violated('the recorded refusal, replayed', ceiling, e))),
      isOk(fresh) ? pass : violated('an order under a fresh key is taken when the minute is over', ceiling, fresh),
    );
    // Without Retry-After the same answer breaks both.
    return allOf(blaming(statesRetryAfter, 'POL-04', 'ERR-10'), blaming(isRecorded, 'POL-04'));
  },
});
