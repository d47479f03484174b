import fc from 'fast-check';
import type { Exchange } from '../../client/exchange.ts';
import { isOk, textAt } from '../../client/exchange.ts';
import { exact, justBelow, times, written } from '../../rules/exact.ts';
import { isTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/not-shown.ts';
import { ended, NOT_PROPOSED, proposed, TRADING_POLICIES } from '../../scenes/policy-families.ts';

interface Capped {
  readonly price: string;
  readonly qty: string;
  /** One step more. */
  readonly more: string;
}

const OURS = { maxOrderQty: 'MAX_ORDER_QTY_EXCEEDED', maxOrderNotional: 'MAX_ORDER_NOTIONAL_EXCEEDED' } as const;
type Cap = keyof typeof OURS;
const CAPS = Object.keys(OURS) as Cap[];

/** What the cap is on. */
function cappedValue(cap: Cap, { price, qty }: Capped) {
  return cap === 'maxOrderQty' ? exact(qty) : times(exact(price), exact(qty));
}

function isOver(e: Exchange, cap: Cap, strict: boolean): Judgement {
  return strict
    ? expects(e, { status: 422, code: OURS[cap], position: 'present' })
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
