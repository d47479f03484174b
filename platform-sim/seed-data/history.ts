import { decimal, decimalOf, formatDecimal, multiply } from '../../gateway/contract/decimal.ts';
import type { OrderSide } from '../../gateway/facts.ts';
import type { Random } from '../seed.ts';
import { SLICE_EVERY_MS } from '../venues/plan-fills.ts';
import { mainAccountOf } from './accounts.ts';
import { NAMED_INSTRUMENTS } from './market.ts';
import { ORG_IDS, userIdOf } from './organisations.ts';
import type { PastOrder } from './world.ts';

const { plain, feeless, finer } = NAMED_INSTRUMENTS;

/**
 * The courses of past orders, in turn, so that each kind exists even in a small world. SELL at the bid crosses, BUY at
 * it rests.
 */
const COURSES: readonly { readonly side: OrderSide; readonly cancelAfterMs: number | null }[] = [
  { side: 'SELL', cancelAfterMs: null },
  { side: 'BUY', cancelAfterMs: 500 },
  { side: 'SELL', cancelAfterMs: SLICE_EVERY_MS + 10 },
  { side: 'BUY', cancelAfterMs: null },
  { side: 'SELL', cancelAfterMs: null },
  { side: 'BUY', cancelAfterMs: 900 },
];

/** Maximum number of resting orders, for any length of the history: most BUYs past these are cancelled. */
const MOST_RESTING = 4;

/** Mostly of the first organisation's trader, every fourth of the second's admin. */
export function pastOrders(count: number, random: Random): readonly PastOrder[] {
  let resting = 0;
  return Array.from({ length: count }, (_, index) => {
    const second = index % 4 === 3;
    const orgId = second ? ORG_IDS.second : ORG_IDS.first;
    const course = COURSES[index % COURSES.length] ?? { side: 'SELL' as const, cancelAfterMs: null };
    const rests = course.side === 'BUY' && course.cancelAfterMs === null;
    if (rests) resting += 1;
    const { id, price, step } = random.pick([plain, plain, feeless, finer]);
    return {
      orgId,
      userId: userIdOf(second ? 'outsider' : 'trader') ?? 0,
      accountId: mainAccountOf(orgId) ?? 0,
      instrumentId: id,
      side: course.side,
      price,
      qty: formatDecimal(multiply(decimal(step ?? '1'), decimalOf(BigInt(random.int(10, 50_000)), 0))),
      key: `past-${String(index + 1).padStart(6, '0')}`,
      cancelAfterMs: rests && resting > MOST_RESTING ? 700 : course.cancelAfterMs,
    };
  });
}
