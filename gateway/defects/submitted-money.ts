/** Defects on requests: the grammar and the bounds of money. */
import { type Json, jsonOf, type Layer, refusal } from '../variations/layer.ts';
import { both, inRows, SUBMIT, statusOf } from './changes.ts';
import { defects } from './defect.ts';
import { written } from './register-changes.ts';
import { body, isSubmit, money, strip, text } from './request-changes.ts';

const INT64_MAX = 2n ** 63n - 1n;

/** The largest 64-bit integer at the scale of the value. */
function heldAtTheLargest(value: string): string {
  const [, sign = '', whole = '', places = ''] = /^(-?)([0-9]+)\.([0-9]{0,17}[1-9])0*$/.exec(value) ?? [];
  if (whole === '' || value.length > 64 || BigInt(whole + places) <= INT64_MAX) return value;
  const digits = String(INT64_MAX);
  return `${sign}${digits.slice(0, -places.length)}.${digits.slice(-places.length)}`;
}

/** Changes the members of a body with a matching name. */
function inAmounts(terms: Json, name: RegExp, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(terms).map(([member, value]) => [member, name.test(member) ? change(value) : value]));
}

export const SUBMITTED_MONEY_DEFECTS = defects([
  ['MON-01', 'malformed money is taken for 1', text((value) => (/^-?[0-9]+(\.[0-9]+)?$/.test(value) ? value : '1'))],
  ['MON-01', 'thousands are parted', text((value) => value.replaceAll(/[,_]/g, ''))],
  ['MON-02', 'leading zeros past 64 characters do not count', text((value) => (value.length > 64 ? value.replace(/^(-?)0+(?=[0-9])/, '$1') : value))],
  ['MON-03', 'exponents are taken', text((value) => (/^-?[0-9.]+e[+-]?[0-9]+$/i.test(value) ? String(Number(value)) : value))],
  ['MON-04', 'a leading plus is taken', text((value) => value.replace(/^\+/, ''))],
  ['MON-05', 'a bare point is taken', text((value) => value.replace(/^(-?)\./, '$10.').replace(/\.$/, ''))],
  ['MON-05', 'a point at the end is taken', text((value) => value.replace(/\.$/, ''))],
  ['MON-05', 'a point at the start is taken', text((value) => value.replace(/^(-?)\./, '$10.'))],
  ['MON-06', 'white space is cut off', text((value) => value.trim())],
  ['MON-06', 'white space at the end is cut off', text((value) => value.trimEnd())],
  ['MON-07', 'other digits are read', text((value) => value.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => (/[0-9]/.test(digit) ? digit : '1')))],
  ['MON-08', 'more than 18 places are cut', text((value) => value.replace(/(\.[0-9]{18})[0-9]+$/, '$1'))],
  [
    'MON-09',
    'a value past int64 is made to fit',
    text((value) => (/^[0-9]{19,}$/.test(value) && BigInt(value) > 9_223_372_036_854_775_807n ? '9223372036854775807' : value)),
  ],
  [
    'MON-09',
    'the largest that fits is refused',
    (): Layer => (request, next) =>
      next(
        request.body.toString().includes('9223372036854775807')
          ? {
              ...request,
              body: Buffer.from(request.body.toString().replaceAll('9223372036854775807', '9223372036854775808')),
            }
          : request,
      ),
  ],
  ['MON-10', 'numbers are taken', money((value) => (typeof value === 'number' ? String(value) : value))],
  ['MON-10', 'booleans are taken for none', money((value) => (typeof value === 'boolean' ? null : value))],
  ['MON-10', 'objects are taken for none', money((value) => (typeof value === 'object' ? null : value))],
  ['MON-11', 'scale fields are not seen', strip(/Scale$/)],
  ['MON-11', 'priceScale is not seen', strip(/^priceScale$/)],
  ['MON-12', 'leading zeros are refused', text((value) => (/^0[0-9]/.test(value) ? 'zeros' : value))],
  ['MON-12', 'trailing zeros are refused', text((value) => (/\.[0-9]*0$/.test(value) ? 'zeros' : value))],
  ['MON-13', 'a minus sign is refused at the door', text((value) => (value.startsWith('-') ? 'minus' : value))],
  ['MON-14', 'a price of 0 is a price', text((value) => (/^-?0$/.test(value) ? '1' : value))],
  ['MON-14', 'a price of null is refused', money((value) => value ?? 'null')],
  [
    'MON-17',
    'an order without instrument is of the first',
    body((order) =>
      (order['instrumentId'] === undefined && order['instrument'] === undefined) || order['instrumentId'] === 0 ? { ...order, instrumentId: 1 } : order,
    ),
  ],
  ['MON-17', 'an instrument of 0 is of the first', body((order) => (order['instrumentId'] === 0 ? { ...order, instrumentId: 1 } : order))],
  ['MON-01', 'money is read up to what is no digit', text((value) => /^(-?[0-9]+)[,_x].+$/.exec(value)?.[1] ?? value)],
  ['MON-09', 'a value past int64 at its own scale is made to fit', text(heldAtTheLargest)],
  [
    'MON-12',
    'leading zeros are read as octal',
    text((value) => (value.length < 16 ? value.replace(/^0[0-7]+(?=\.|$)/, (octal) => `${Number.parseInt(octal, 8)}`) : value)),
  ],
  ['MON-13', 'a minus sign before any digit but 0 is refused', text((value) => (/^-[0-9.]*[1-9]/.test(value) && value.length < 16 ? `minus ${value}` : value))],
  ['MON-14', 'a quantity of null is the least quantity', body((order) => (order['qty'] === null ? { ...order, qty: '0.0001' } : order))],
  [
    'MON-14',
    'the answer to an order without a price states one',
    inRows((row) => (row['price'] === null && row['qty'] === '0.0001' ? { ...row, price: '100.02' } : row), both(SUBMIT, statusOf(201))),
  ],
  [
    'ID-06',
    'an id of 0 beside a name is an id',
    (): Layer => (request, next) => {
      const order = isSubmit(request) ? jsonOf(request) : undefined;
      const isNone = order?.['accountId'] === 0 && order['instrumentId'] === 0;
      return isNone ? Promise.resolve(refusal(request, 400, 'MALFORMED_REQUEST')) : next(request);
    },
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
  [
    'MON-10',
    'an approval threshold is taken as a number',
    written(/^POST \/asset-policies$/, (terms) => inAmounts(terms, /Threshold/, (value) => (typeof value === 'number' ? `${value}` : value))),
  ],
]);
