/** Caps on the value of an order are exact at every scale; the ceiling per minute is a recorded refusal. */
import fc from 'fast-check';
import { type Exchange, errorCode, isOk, textAt } from '../../member/exchange/exchange.ts';
import { replays } from '../../member/exchange/same-answer.ts';
import { exact, justBelow, times, written } from '../../rules/exact-decimal.ts';
import { isTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, blaming, eachOf, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/record/not-shown.ts';
import { ended, NOT_PROPOSED, proposed, TRADING_POLICIES } from '../../scenes/policy-families.ts';

interface Capped {
  readonly price: string;
  readonly qty: string;
  /** One step more. */
  readonly more: string;
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

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
  holds: ['cappedInstrument'],
  // A quantity of more digits than a floating-point number holds. A member may refuse an order whose value passes 64 bits.
  given: ({ cappedInstrument: { tick, step, price } }) => {
    const [unit, least] = [exact(step), exact(tick)];
    const steps = (count: bigint) => written({ ...unit, units: unit.units * count });
    const capped = (at: string, count: bigint): Capped => ({ price: at, qty: steps(count), more: steps(count + 1n) });
    const ticks = exact(price).units / least.units;
    const below = fc.bigInt({ min: 0n, max: ticks / 2n });
    const mostAt = (units: bigint) => 2n ** 62n / (units * unit.units);
    const most = mostAt(least.units);
    const many = smaller(2n ** 53n, most / 2n);
    return fc.record({
      maxOrderQty: fc.bigInt({ min: many, max: most }).map((count) => capped(written(least), count)),
      maxOrderNotional: fc
        .tuple(below, fc.bigInt({ min: 1n, max: smaller(10n ** 9n, mostAt(ticks * least.units)) }))
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

/** More orders than a tight ceiling lets through in a minute. */
const MOST = 40;

const MINUTE_MS = 61_000;

export const ceilingIsRecorded = check({
  id: 'pol/ceiling-is-recorded',
  proves: ['POL-04', 'ERR-10'],
  title:
    'the per-minute ceiling answers 429 RATE_CEILING, recorded and replayed under its key also when the minute is over',
  needs: ['throttled', 'throttledAccount', 'account', 'instrument', 'writes'],
  holds: ['throttledAccount'],
  waits: { ms: MINUTE_MS, for: 'the minute of a ceiling to pass' },
  busy: 'judged',

  async drive({ throttled, order, fixtures, freshKey, elapse }) {
    const body = order({ accountId: fixtures.throttledAccount.id });
    for (let i = 0; i < MOST; i += 1) {
      const key = freshKey();
      const submitted = await throttled.submit(body, { key, label: 'submitted' });
      // So that no cap on open orders is met first.
      if (isOk(submitted)) await throttled.cancel(textAt(submitted, 'orderId') ?? '0');
      if (errorCode(submitted) !== 'RATE_CEILING') continue;
      await throttled.submit(body, { key, label: 'again' });
      // The orders before it count as well: a Retry-After may be that of the first of them.
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
      retries.map((e) => (replays(e, ceiling) ? pass : violated('the recorded refusal, replayed', ceiling, e))),
      isOk(fresh) ? pass : violated('an order under a fresh key is taken when the minute is over', ceiling, fresh),
    );
    // Without Retry-After the same answer breaks both.
    return allOf(blaming(statesRetryAfter, 'POL-04', 'ERR-10'), blaming(isRecorded, 'POL-04'));
  },
});
