import fc from 'fast-check';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { isOk, textAt } from '../../target/exchange.ts';
import { exact, justBelow, times, written } from './exact.ts';
import { ended, NOT_PROPOSED, proposed, TRADING_POLICIES } from './policy-families.ts';

interface Capped {
  readonly cap: 'maxOrderQty' | 'maxOrderNotional';
  readonly price: string;
  readonly qty: string;
  /** One step more. */
  readonly more: string;
}

const OURS = { maxOrderQty: 'MAX_ORDER_QTY_EXCEEDED', maxOrderNotional: 'MAX_ORDER_NOTIONAL_EXCEEDED' } as const;

/** What the cap is on. */
function cappedValue({ cap, price, qty }: Capped) {
  return cap === 'maxOrderQty' ? exact(qty) : times(exact(price), exact(qty));
}

function isOver(e: Exchange, { cap }: Capped, strict: boolean): Judgement {
  return strict
    ? expects(e, { status: 422, code: OURS[cap], position: 'present', retryable: false })
    : expects(e, { status: '4xx', position: 'present' }, `the order is above ${cap}`);
}

export const capIsExact = check({
  id: 'pol/cap-is-exact',
  proves: ['POL-05'],
  title: 'an order of just the cap is taken, and one unit of the finest place over it is refused, at every scale',
  needs: ['admin', 'deputy', 'trader', 'account', 'instrument', 'cappedInstrument', 'control', 'writes'],
  // Of a quantity more digits than a floating-point number holds; of a notional as few as it needs for 64 bits at its own scale.
  given: ({ cappedInstrument: { tick, step, price } }) => {
    const [unit, least] = [exact(step), exact(tick)];
    const steps = (count: bigint) => written({ ...unit, units: unit.units * count });
    const ticks = exact(price).units / least.units;
    const ofQty = fc.bigInt({ min: 2n ** 53n, max: 2n ** 62n }).map((count) => ({ price, count }));
    const ofNotional = fc
      .record({ below: fc.bigInt({ min: 0n, max: ticks / 2n }), count: fc.bigInt({ min: 1n, max: 10n ** 9n }) })
      .map(({ below, count }) => ({ price: written({ ...least, units: least.units * (ticks - below) }), count }));
    return fc.oneof(
      ...(
        [
          ['maxOrderQty', ofQty],
          ['maxOrderNotional', ofNotional],
        ] as const
      ).map(([cap, some]) =>
        some.map(({ price: at, count }): Capped => ({ cap, price: at, qty: steps(count), more: steps(count + 1n) })),
      ),
    );
  },
  runs: 4,

  async drive({ admin, deputy, trader, order, fixtures }, capped) {
    const instrumentId = fixtures.cappedInstrument.id;
    const submitted = async (qty: string, label: string) => {
      const answer = await trader.submit(order({ instrumentId, price: capped.price, qty }), { label });
      if (isOk(answer)) await trader.cancel(textAt(answer, 'orderId') ?? '0');
    };
    await submitted(capped.more, 'uncapped');
    const value = cappedValue(capped);
    const terms = { instrumentId, [capped.cap]: written(value) };
    const path = await proposed(admin, TRADING_POLICIES, terms, { label: 'proposed' });
    if (path === undefined) return;
    try {
      await deputy.post(`${path}/approve`, {}, { label: 'approved' });
      await submitted(capped.qty, 'equal');
      await submitted(capped.more, 'a step over');
      await admin.put(path, { ...terms, [capped.cap]: written(justBelow(value)) }, { label: 'restated' });
      await deputy.post(`${path}/approve`, {}, { label: 'approved again' });
      await submitted(capped.qty, 'a hair over');
    } finally {
      await ended(admin, path);
    }
  },

  judge(history, capped) {
    const { strict } = history.target;
    if (!isOk(history.one('uncapped'))) return inconclusive('the order is not taken without a cap either');
    const approved = history.maybe('approved');
    if (approved === undefined || !isOk(approved)) return inconclusive(NOT_PROPOSED);
    const equal = history.one('equal');
    const restated = [history.one('restated'), history.one('approved again')].every(isOk);
    return allOf(
      isOk(equal) ? pass : violated(`an order of just its ${capped.cap} is taken`, equal),
      isOver(history.one('a step over'), capped, strict),
      restated ? isOver(history.one('a hair over'), capped, strict) : inconclusive('the cap was not restated'),
    );
  },
});
