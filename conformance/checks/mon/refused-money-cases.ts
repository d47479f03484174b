/** Hand-written histories for the judges that `refusedMoney` makes: what came of one refused spelling. */
import type { History } from '../../runner/history.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';

type Case = readonly [name: string, history: History, verdict: 'pass' | 'violated' | 'inconclusive'];

const DOOR = { status: 400, code: 'MALFORMED_REQUEST' } as const;
const OWNER = { status: 422, code: 'QTY_STEP_VIOLATION', position: 7 } as const;

const sent = (money: object, came: Parameters<typeof answer>[1]): Sample =>
  answer('POST /orders', { ...came, sentBody: money });

/** @param spelling one that is refused; @param taken one at the boundary that is not. */
export function refusedMoneyCases(spelling: unknown, taken?: string): readonly Case[] {
  const plain = sent({ price: '1' }, OWNER);
  const one = (refused: Parameters<typeof answer>[1]): History =>
    historyOf({ plain, refused: [sent({ price: spelling }, refused), sent({ qty: spelling }, DOOR)] });
  const cases: readonly Case[] = [
    ['refused at the door', one(DOOR), 'pass'],
    ['let through to the owner', one(OWNER), 'violated'],
    ['accepted', one({ status: 201, position: 7 }), 'violated'],
    ['another code', one({ status: 400, code: 'INVALID_FIELD' }), 'violated'],
    ['another status', one({ status: 422, code: 'MALFORMED_REQUEST' }), 'violated'],
    ['recorded', one({ ...DOOR, position: 7 }), 'violated'],
    ['any order at all is refused', historyOf({ plain: sent({}, DOOR), refused: sent({}, DOOR) }), 'inconclusive'],
    ['nothing was sent', historyOf({ plain }), 'inconclusive'],
  ];
  if (taken === undefined) return cases;
  const boundary = (came: Parameters<typeof answer>[1]): History =>
    historyOf({ plain, refused: sent({ price: spelling }, DOOR), taken: sent({ price: taken }, came) });
  return [
    ...cases,
    ['the boundary taken', boundary(OWNER), 'pass'],
    ['the boundary refused too', boundary(DOOR), 'violated'],
  ];
}
