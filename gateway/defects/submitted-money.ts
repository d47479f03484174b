/** Broken on the way in: the grammar and the bounds of money. */
import type { Layer } from '../variations/layer.ts';
import { defect } from './defect.ts';
import { body, money, strip, text } from './request-changes.ts';

export const SUBMITTED_MONEY_DEFECTS = [
  defect(
    'MON-01',
    'malformed money is taken for 1',
    text((value) => (/^-?[0-9]+(\.[0-9]+)?$/.test(value) ? value : '1')),
  ),
  defect(
    'MON-01',
    'thousands are parted',
    text((value) => value.replaceAll(/[,_]/g, '')),
  ),
  defect(
    'MON-02',
    'leading zeros past 64 characters do not count',
    text((value) => (value.length > 64 ? value.replace(/^(-?)0+(?=[0-9])/, '$1') : value)),
  ),
  defect(
    'MON-03',
    'exponents are taken',
    text((value) => (/^-?[0-9.]+e[+-]?[0-9]+$/i.test(value) ? String(Number(value)) : value)),
  ),
  defect(
    'MON-04',
    'a leading plus is taken',
    text((value) => value.replace(/^\+/, '')),
  ),
  defect(
    'MON-05',
    'a bare point is taken',
    text((value) => value.replace(/^(-?)\./, '$10.').replace(/\.$/, '')),
  ),
  defect(
    'MON-05',
    'a point at the end is taken',
    text((value) => value.replace(/\.$/, '')),
  ),
  defect(
    'MON-05',
    'a point at the start is taken',
    text((value) => value.replace(/^(-?)\./, '$10.')),
  ),
  defect(
    'MON-06',
    'white space is cut off',
    text((value) => value.trim()),
  ),
  defect(
    'MON-06',
    'white space at the end is cut off',
    text((value) => value.trimEnd()),
  ),
  defect(
    'MON-07',
    'other digits are read',
    text((value) => value.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => (/[0-9]/.test(digit) ? digit : '1'))),
  ),
  defect(
    'MON-08',
    'more than 18 places are cut',
    text((value) => value.replace(/(\.[0-9]{18})[0-9]+$/, '$1')),
  ),
  defect(
    'MON-09',
    'a value past int64 is made to fit',
    text((value) =>
      /^[0-9]{19,}$/.test(value) && BigInt(value) > 9_223_372_036_854_775_807n ? '9223372036854775807' : value,
    ),
  ),
  defect(
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
  ),
  defect(
    'MON-10',
    'numbers are taken',
    money((value) => (typeof value === 'number' ? String(value) : value)),
  ),
  defect(
    'MON-10',
    'booleans are taken for none',
    money((value) => (typeof value === 'boolean' ? null : value)),
  ),
  defect(
    'MON-10',
    'objects are taken for none',
    money((value) => (typeof value === 'object' ? null : value)),
  ),
  defect('MON-11', 'scale fields are not seen', strip(/Scale$/)),
  defect('MON-11', 'priceScale is not seen', strip(/^priceScale$/)),
  defect(
    'MON-12',
    'leading zeros are refused',
    text((value) => (/^0[0-9]/.test(value) ? 'zeros' : value)),
  ),
  defect(
    'MON-12',
    'trailing zeros are refused',
    text((value) => (/\.[0-9]*0$/.test(value) ? 'zeros' : value)),
  ),
  defect(
    'MON-13',
    'a minus sign is refused at the door',
    text((value) => (value.startsWith('-') ? 'minus' : value)),
  ),
  defect(
    'MON-14',
    'a price of 0 is a price',
    text((value) => (/^-?0$/.test(value) ? '1' : value)),
  ),
  defect(
    'MON-14',
    'a price of null is refused',
    money((value) => value ?? 'null'),
  ),
  defect(
    'MON-17',
    'an order without instrument is of the first',
    body((order) =>
      (order['instrumentId'] === undefined && order['instrument'] === undefined) || order['instrumentId'] === 0
        ? { ...order, instrumentId: 1 }
        : order,
    ),
  ),
  defect(
    'MON-17',
    'an instrument of 0 is of the first',
    body((order) => (order['instrumentId'] === 0 ? { ...order, instrumentId: 1 } : order)),
  ),
];
