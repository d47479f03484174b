/**
 * Money that is refused. Each order differs by one field from one that the door takes, and that one the
 * owner refuses: whatever a member lets through, nothing rests and nothing is filled.
 */
import fc from 'fast-check';
import type { RequirementId } from '../../contract/requirements.ts';
import { type Exchange, status } from '../../member/exchange/exchange.ts';
import type { OrderBody } from '../../member/exchange/order.ts';
import { check, checks } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { eachShown, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';

/** One unit of the eighteenth place, the last that the door lets through (MON-08): finer than any tick or step. */
export const FINEST_UNIT = '0.000000000000000001';

/** The money of an order as it is sent, one property each: `{ price: '1e2' }`. */
export interface SentMoney {
  readonly refused: readonly OrderBody[];
  /** At the boundary, and just valid. */
  readonly taken: readonly OrderBody[];
}

interface RefusedMoney {
  readonly proves: RequirementId;
  readonly title: string;
  /** What is refused, as price and as quantity; `digits` is a number of one to four digits, different in each run. */
  readonly spellings: (digits: string) => readonly unknown[];
  /** At the boundary: what the door just takes. */
  readonly taken?: (digits: string) => readonly string[];
}

/** As the price of an order, and as its quantity. */
function inEachField(values: readonly unknown[]): readonly OrderBody[] {
  return values.flatMap((value) => [{ price: value }, { qty: value }]);
}

const MAX_LENGTH = 64;
/** The code points of a zero: Arabic-Indic, Devanagari, full width, mathematical bold. */
const ZEROS = [0x0660, 0x0966, 0xff10, 0x1d7ce];
/** `digits` as the last of so many fractional places; the last is never a zero (decision A69). */
const atPlaces = (places: number, digits: string): string => `0.${digits.replace(/0$/, '1').padStart(places, '0')}`;

const ROWS = {
  'malformed-money-is-refused': {
    proves: 'MON-01',
    title: 'money that is no optional minus, digits, and one point with digits on both sides is refused',
    spellings: (digits) => [
      '',
      '-',
      'NaN',
      'Infinity',
      `--${digits}`,
      `${digits}-`,
      `${digits}abc`,
      `0x${digits}`,
      `${digits},000`,
      `${digits}_000`,
      `${digits}.5.5`,
      `$${digits}`,
      `${digits} ${digits}`,
      `${digits}/2`,
    ],
  },
  // One value, however many zeros stand before it: the length alone tells the refused from the taken.
  'overlong-money-is-refused': {
    proves: 'MON-02',
    title: 'money of more than 64 characters as sent is refused, leading zeros counted; 64 are taken',
    spellings: (digits) => [
      digits.padStart(MAX_LENGTH + 1, '0'),
      `${digits}.5`.padStart(MAX_LENGTH + 1, '0'),
      digits.padStart(4 * MAX_LENGTH, '0'),
      `-${digits.padStart(MAX_LENGTH, '0')}`,
    ],
    taken: (digits) => [digits.padStart(MAX_LENGTH, '0'), `${digits}.5`.padStart(MAX_LENGTH, '0')],
  },
  'exponent-money-is-refused': {
    proves: 'MON-03',
    title: 'money in exponent form is refused',
    spellings: (digits) => [`${digits}e2`, `${digits}E2`, `${digits}e+2`, `${digits}.5e-1`, `-${digits}e0`],
  },
  'leading-plus-is-refused': {
    proves: 'MON-04',
    title: 'money with a leading plus is refused',
    spellings: (digits) => [`+${digits}`, `+${digits}.5`, `+0.${digits}`],
  },
  'bare-point-is-refused': {
    proves: 'MON-05',
    title: 'money with a bare point is refused',
    spellings: (digits) => [`.${digits}`, `${digits}.`, `-.${digits}`, `-${digits}.`, '.'],
  },
  'white-space-in-money-is-refused': {
    proves: 'MON-06',
    title: 'money with surrounding white space is refused',
    spellings: (digits) => [
      ` ${digits}`,
      `${digits} `,
      `\t${digits}`,
      `${digits}\n`,
      `${digits}\r\n`,
      `\u00a0${digits}`,
    ],
  },
  'non-ascii-digits-are-refused': {
    proves: 'MON-07',
    title: 'money in digits that are not ASCII is refused',
    spellings: (digits) =>
      ZEROS.flatMap((zero) => {
        const other = digits.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
        return [other, `${digits}.${other}`];
      }),
  },
  'nineteen-places-are-refused': {
    proves: 'MON-08',
    title: 'money of more than 18 fractional digits is refused; 18 are taken',
    spellings: (digits) => [
      atPlaces(19, digits),
      `-${atPlaces(19, digits)}`,
      atPlaces(20, digits),
      atPlaces(40, digits),
    ],
    taken: (digits) => [atPlaces(18, digits)],
  },
  // 2^63, 2^63 - 1 and -2^63 - 1, each also with a point; whether -2^63 itself passes is not said (decision A71).
  'money-past-int64-is-refused': {
    proves: 'MON-09',
    title: 'money past a signed 64-bit integer at its own scale is refused; the largest that fits is taken',
    spellings: (digits) => [
      '9223372036854775808',
      '922337203685477580.8',
      '9.223372036854775808',
      '-9223372036854775809',
      `${digits}9223372036854775807`,
      `${digits}9223372036854775.807`,
    ],
    taken: () => [
      '9223372036854775807',
      '9.223372036854775807',
      // Its own scale is the least that holds it: a trailing zero makes no value larger (MON-12).
      '922337203685477580.70',
      '-9223372036854775807',
    ],
  },
  'money-of-another-type-is-refused': {
    proves: 'MON-10',
    title: 'money that is not a JSON string is refused: numbers, booleans, objects, arrays',
    spellings: (digits) => [Number(digits), Number(`${digits}.5`), true, false, {}, { value: digits }, [], [digits]],
  },
} satisfies Record<string, RefusedMoney>;

/** The most of a value that stands in the name of its case. */
const NAMED = 24;

/** `price "7e2"`; of a long value its ends. */
function caseOf(money: OrderBody): string {
  const [[field, value] = []] = Object.entries(money);
  const text = JSON.stringify(value);
  if (text.length <= NAMED) return `${field} ${text}`;
  return `${field} ${text.slice(0, NAMED / 2)}...${text.slice(-NAMED / 2)} of ${text.length - 2}`;
}

/** The cases are named after one number; those of another are in the same order. */
const SAMPLE = '7';

export const refusedMoney = checks('mon', ROWS, ({ spellings, taken = () => [] }: RefusedMoney) => ({
  needs: ['trader', 'account', 'instrument', 'writes'],
  given: () =>
    fc.integer({ min: 1, max: 9999 }).map((n): SentMoney => {
      return { refused: inEachField(spellings(`${n}`)), taken: inEachField(taken(`${n}`)) };
    }),
  runs: 1,
  cases: {
    of: 'values of money',
    names: () => [...inEachField(spellings(SAMPLE)), ...inEachField(taken(SAMPLE))].map(caseOf),
  },

  async drive({ trader, order, takes }, { refused, taken: good }) {
    const isTaken = [inEachField(spellings(SAMPLE)), inEachField(taken(SAMPLE))].map((all) =>
      all.map((money) => takes(caseOf(money))),
    );
    const sent = (label: string) => (money: OrderBody) =>
      trader.submit(order({ price: FINEST_UNIT, qty: FINEST_UNIT, ...money }), { label });
    await Promise.all([
      sent('plain')({}),
      ...refused.filter((_, i) => isTaken[0]?.[i]).map(sent('refused')),
      ...good.filter((_, i) => isTaken[1]?.[i]).map(sent('taken')),
    ]);
  },

  judge: judgeRefusedMoney,
}));

function judgeRefusedMoney(history: History): Judgement {
  if (status(history.one('plain')) === 400) return inconclusive('an order of plain money is refused 400 as well');
  const judged = [...history.labelled('refused').map(isRefused), ...history.labelled('taken').map(passesTheDoor)];
  return eachShown(judged, (judgement) => judgement, 'no other money was sent');
}

/** Refused at the door: 400 MALFORMED_REQUEST, nothing recorded. */
export function isRefused(e: Exchange): Judgement {
  return expects(e, { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' });
}

/** Not refused at the door, whatever the owner answers. */
export function passesTheDoor(e: Exchange): Judgement {
  return status(e) === 400 ? violated('what the door lets through: not a 400', e) : pass;
}

const SCALE_FIELDS = ['priceScale', 'qtyScale', 'maxOrderQtyScale', 'maxTicketAmountScale'] as const;

export const scaleFieldsAreRefused = check({
  id: 'mon/scale-fields-are-refused',
  proves: ['MON-11'],
  title: "a scale field of the caller's own is refused",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const money = { price: FINEST_UNIT, qty: FINEST_UNIT };
    await Promise.all([
      trader.submit(order(money), { label: 'plain' }),
      ...SCALE_FIELDS.map((field) => trader.submit(order({ ...money, [field]: 2 }), { label: 'refused' })),
    ]);
  },

  judge: judgeRefusedMoney,
});
