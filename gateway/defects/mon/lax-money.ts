import type { Defect } from '../defect.ts';
import { type LaxReading, laxDoor, laxMoney, laxText } from './lax-door.ts';

const INT64_MAX = 2n ** 63n - 1n;
/** Of the digits that are not ASCII, the zeros: Arabic-Indic, Devanagari, full width, mathematical bold. */
const ZEROS = [0x0660, 0x0966, 0xff10, 0x1d7ce];

type Row = readonly [name: string, breaks: string, story: string, reads: LaxReading];

/** Each takes what the Money table of the interface refuses, by reading it as money that the table takes. */
const ROWS: readonly Row[] = [
  [
    'reads-money-up-to-what-is-no-digit',
    'MON-01',
    'takes 1,000 for 1, as parseFloat does',
    laxText((text) => /^(-?[0-9]+)[,_x].+$/.exec(text)?.[1] ?? text),
  ],
  [
    'measures-money-without-its-leading-zeros',
    'MON-02',
    'takes money of more than 64 characters where the first of them are zeros',
    laxText((text) => (text.length > 64 ? text.replace(/^0+(?=[0-9])/, '') : text)),
  ],
  ['takes-exponent-form', 'MON-03', 'takes 1e2 for 100', laxText(withoutExponent)],
  ['takes-a-leading-plus', 'MON-04', 'takes +1 for 1', laxText((text) => text.replace(/^\+(?=[0-9])/, ''))],
  [
    'takes-a-bare-point',
    'MON-05',
    'takes .5 for 0.5 and 5. for 5',
    laxText((text) => text.replace(/^(-?)\.(?=[0-9]+$)/, '$10.').replace(/^(-?[0-9]+)\.$/, '$1')),
  ],
  ['trims-money', 'MON-06', 'takes money with white space around it', laxText((text) => text.trim())],
  ['takes-digits-of-other-scripts', 'MON-07', 'takes digits that are not ASCII for those that are', laxText(inAscii)],
  [
    'cuts-money-at-18-places',
    'MON-08',
    'takes money of more than 18 fractional digits without those past the 18th',
    laxText((text) => text.replace(/^(-?[0-9]+\.[0-9]{18})[0-9]+$/, '$1')),
  ],
  ['holds-money-at-the-largest-integer', 'MON-09', 'takes 2^63 for 2^63 - 1', laxText(heldAtLargest)],
  [
    'takes-money-as-a-number',
    'MON-10',
    'takes 100 for "100"',
    laxMoney((value) => (typeof value === 'number' ? String(value) : value)),
  ],
  [
    'ignores-a-scale-of-the-callers-own',
    'MON-11',
    'drops priceScale and its like from a body and goes on',
    (body) =>
      Object.keys(body).some((name) => name.endsWith('Scale'))
        ? Object.fromEntries(Object.entries(body).filter(([name]) => !name.endsWith('Scale')))
        : body,
  ],
  [
    'reads-a-leading-zero-as-octal',
    'MON-12',
    'takes 0100.00 for 64.00',
    laxText((text) => (text.length < 16 ? text.replace(/^0[0-7]+(?=\.|$)/, (octal) => `${parseInt(octal, 8)}`) : text)),
  ],
  [
    'refuses-a-minus-sign',
    'MON-13',
    'refuses a minus sign at the door, -0 apart',
    laxText((text) => (/^-[0-9.]*[1-9]/.test(text) && text.length < 16 ? `minus ${text}` : text)),
  ],
  [
    'takes-a-price-of-0-for-a-price',
    'MON-14',
    'holds a price of 0 to the price grid, as if 0 were not unset',
    (body) => (/^-?0$/.test(String(body['price'])) ? { ...body, price: '0.000000000000000001' } : body),
  ],
  [
    'takes-a-null-quantity-for-a-least-one',
    'MON-14',
    'trades the least quantity where the quantity is null',
    (body) => (body['qty'] === null ? { ...body, qty: '0.0001' } : body),
  ],
  [
    'assumes-an-instrument',
    'MON-17',
    'takes an order whose instrumentId is 0 for one of the first instrument',
    (body) => (body['instrumentId'] === 0 && !('instrument' in body) ? { ...body, instrumentId: 1 } : body),
  ],
];

export const LAX_MONEY: readonly Defect[] = ROWS.map(([name, breaks, story, reads]) => ({
  name,
  breaks: [breaks],
  story,
  stages: laxDoor(reads),
}));

function withoutExponent(text: string): string {
  return /^-?[0-9]+(\.[0-9]+)?e[+-]?[0-9]$/i.test(text) ? String(Number(text)) : text;
}

function inAscii(text: string): string {
  return [...text].map(asciiDigit).join('');
}

function asciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? character : String(code - zero);
}

function heldAtLargest(text: string): string {
  const parts = /^(-?)([0-9]+)(?:\.([0-9]{1,18}))?$/.exec(text);
  if (parts === null || text.length > 64) return text;
  const [, sign = '', whole = '', fraction = ''] = parts;
  const least = fraction.replace(/0+$/, '');
  if (BigInt(whole + least) <= INT64_MAX) return text;
  const digits = String(INT64_MAX);
  return least === '' ? sign + digits : `${sign}${digits.slice(0, -least.length)}.${digits.slice(-least.length)}`;
}
