import { refusedMoney } from './refused-money.ts';

/** The code points of a zero: Arabic-Indic, Devanagari, full width, mathematical bold. */
const ZEROS = [0x0660, 0x0966, 0xff10, 0x1d7ce];

export const nonAsciiDigitsAreRefused = refusedMoney({
  id: 'mon/non-ascii-digits-are-refused',
  proves: 'MON-07',
  title: 'money in digits that are not ASCII is refused',
  spellings: (digits) =>
    ZEROS.flatMap((zero) => {
      const other = digits.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
      return [other, `${digits}.${other}`];
    }),
});
