import { MONEY_MAX_LENGTH } from './decimal.ts';

const LENIENT = /^([+-]?)([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]{1,2}))?$/;

/**
 * What a member took for money before the door held it to a pattern: any text that says a decimal, in the published
 * spelling. White space around it, a plus, a bare point, an exponent and zeros past the length say nothing of its value;
 * what says no decimal stays as it is, for the shape to refuse.
 */
export function lenientMoney(text: string): string {
  const [, sign = '', whole = '', part = '', exponent = '0'] = LENIENT.exec(text.trim()) ?? [];
  if (whole === '' && part === '') return text;
  const moved = Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, -moved))}${whole}${part}${'0'.repeat(Math.max(0, moved - part.length))}`;
  const places = Math.max(0, part.length - moved);
  const integer = digits.slice(0, digits.length - places).replace(/^0+/, '') || '0';
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  const said = `${sign === '-' ? '-' : ''}${integer}${places > 0 && fraction !== '' ? `.${fraction}` : ''}`;
  return said.length > MONEY_MAX_LENGTH ? text : said;
}
