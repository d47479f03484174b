/**
 * What the checks of refused money share. Each order differs by one field from one that the door takes, and that one the
 * owner refuses: whatever a member lets through, nothing rests and nothing is filled.
 */
import fc from 'fast-check';
import type { Exchange } from '../../client/exchange.ts';
import { status } from '../../client/exchange.ts';
import type { OrderBody } from '../../client/order.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

/** One unit of the eighteenth place, the last that the door lets through (MON-08): finer than any tick or step. */
export const HAIR = '0.000000000000000001';

const MONEY_FIELDS = ['price', 'qty'] as const;

/** The money of an order as it is sent, one property each: `{ price: '1e2' }`. */
export interface SentMoney {
  readonly refused: readonly OrderBody[];
  /** At the boundary, on the good side. */
  readonly taken: readonly OrderBody[];
}

export interface RefusedMoney {
  readonly id: `mon/${string}`;
  readonly proves: RequirementId;
  readonly title: string;
  /** What is refused, as price and as quantity; `digits` is a number of one to four digits, different in each run. */
  readonly spellings: (digits: string) => readonly unknown[];
  /** What just is not refused at the door. */
  readonly taken?: (digits: string) => readonly string[];
}

function inEachField(values: readonly unknown[]): readonly OrderBody[] {
  return values.flatMap((value) => MONEY_FIELDS.map((field) => ({ [field]: value })));
}

export function refusedMoney({ id, proves, title, spellings, taken = () => [] }: RefusedMoney) {
  return check({
    id,
    proves: [proves],
    title,
    needs: ['trader', 'account', 'instrument', 'writes'],
    given: () =>
      fc.integer({ min: 1, max: 9999 }).map((n): SentMoney => {
        return { refused: inEachField(spellings(`${n}`)), taken: inEachField(taken(`${n}`)) };
      }),
    runs: 1,

    async drive({ trader, order }, { refused, taken }) {
      const sent = (label: string) => (money: OrderBody) =>
        trader.submit(order({ price: HAIR, qty: HAIR, ...money }), { label });
      await Promise.all([sent('plain')({}), ...refused.map(sent('refused')), ...taken.map(sent('taken'))]);
    },

    judge: judgeRefusedMoney,
  });
}

export function judgeRefusedMoney(history: History): Judgement {
  if (status(history.one('plain')) === 400) return inconclusive('an order of plain money is refused 400 as well');
  return allOf(eachOf(history.labelled('refused'), isRefused), ...history.labelled('taken').map(passesTheDoor));
}

export function isRefused(e: Exchange): Judgement {
  return expects(e, { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' });
}

export function passesTheDoor(e: Exchange): Judgement {
  return status(e) === 400 ? violated('what the door lets through: not a 400', e) : pass;
}
