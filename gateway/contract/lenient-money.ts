import { MONEY_MAX_LENGTH } from './decimal.ts';

const LENIENT = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,2}))?$/;

/**
 * Reads money as a member did before it validated the published pattern: accepts any text that states a decimal and
 * returns the published spelling. White space around it, a plus sign, a bare point, an exponent and zeros past the
 * length limit do not change its value. A text that states no decimal is returned unchanged, for the shape to refuse.
 */
export function lenientMoney(text: string): string {
  const [, sign = '', whole = '', part = '', exponent = '0'] = LENIENT.exec(text.trim()) ?? [];
  if (whole === '' && part === '') return text;
  const moved = Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, -moved))}${whole}${part}${'0'.repeat(Math.max(0, moved - part.length))}`;
  const places = Math.max(0, part.length - moved);
  const integer = digits.slice(0, digits.length - places).replace(/^0+/, '') || '0';
  const fraction = digits.slice(digits.length - places).replace(/(?<!0)0+$/, '');
  const said = `${sign === '-' ? '-' : ''}${integer}${places > 0 && fraction !== '' ? `.${fraction}` : ''}`;
  return said.length > MONEY_MAX_LENGTH ? text : said;
}
