/** Defects on requests: the grammar and the bounds of money. */
import type { Json } from '../variations/layer.ts';
import { both, inRows, SUBMIT, statusOf } from './changes.ts';
import { defects } from './defect.ts';
import { written } from './register-changes.ts';
import { body, money, strip, text } from './request-changes.ts';

/** Changes the members of a body with a matching name. */
function inAmounts(terms: Json, name: RegExp, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(terms).map(([member, value]) => [member, name.test(member) ? change(value) : value]));
}

export const SUBMITTED_MONEY_DEFECTS = defects([
  ['MON-01', 'malformed money is taken for 1', text((value) => (/^-?[0-9]+(\.[0-9]+)?$/.test(value) ? value : '1'))],
  ['MON-02', 'leading zeros past 64 characters do not count', text((value) => (value.length > 64 ? value.replace(/^(-?)0+(?=[0-9])/, '$1') : value))],
  ['MON-03', 'exponents are taken', text((value) => (/^-?[0-9.]+e[+-]?[0-9]+$/i.test(value) ? String(Number(value)) : value))],
  ['MON-04', 'a leading plus is taken', text((value) => value.replace(/^\+/, ''))],
  ['MON-05', 'a bare point is taken', text((value) => value.replace(/^(-?)\./, '$10.').replace(/\.$/, ''))],
  ['MON-06', 'white space is cut off', text((value) => value.trim())],
  ['MON-07', 'other digits are read', text((value) => value.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => (/[0-9]/.test(digit) ? digit : '1')))],
  ['MON-08', 'more than 18 places are cut', text((value) => value.replace(/(\.[0-9]{18})[0-9]+$/, '$1'))],
  [
    'MON-09',
    'a value past int64 is made to fit',
    text((value) => (/^[0-9]{19,}$/.test(value) && BigInt(value) > 9_223_372_036_854_775_807n ? '9223372036854775807' : value)),
  ],
  ['MON-10', 'numbers are taken', money((value) => (typeof value === 'number' ? String(value) : value))],
  ['MON-11', 'scale fields are not seen', strip(/Scale$/)],
  ['MON-12', 'leading zeros are refused', text((value) => (/^0[0-9]/.test(value) ? 'zeros' : value))],
  ['MON-13', 'a minus sign is refused at the door', text((value) => (value.startsWith('-') ? 'minus' : value))],
  ['MON-14', 'a price of 0 is a price', text((value) => (/^-?0$/.test(value) ? '1' : value))],
  [
    'MON-17',
    'an order without instrument is of the first',
    body((order) =>
      (order['instrumentId'] === undefined && order['instrument'] === undefined) || order['instrumentId'] === 0 ? { ...order, instrumentId: 1 } : order,
    ),
  ],
  [
    'MON-14',
    'the answer to an order without a price states one',
    inRows((row) => (row['price'] === null && row['qty'] === '0.0001' ? { ...row, price: '100.02' } : row), both(SUBMIT, statusOf(201))),
  ],
  ...(
    [
      ['an integer for an amount of a policy is read as text', 'POST', (value) => (Number.isInteger(value) ? `${String(value)}` : value)],
      ['a list for an amount of a policy is none', 'POST', (value) => (Array.isArray(value) ? null : value)],
      ['a policy is restated with a number for an amount', 'PUT', (value) => (typeof value === 'number' ? `${value}` : value)],
    ] as const satisfies readonly (readonly [string, string, (value: unknown) => unknown])[]
  ).map(
    ([story, method, change]) =>
      ['MON-10', story, written(new RegExp(`^${method} /[a-z]+-policies`), (terms) => inAmounts(terms, /Amount|max/, change))] as const,
  ),
]);
