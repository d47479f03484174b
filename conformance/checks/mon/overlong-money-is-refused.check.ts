import { refusedMoney } from './refused-money.ts';

const MAX_LENGTH = 64;

/** One value, however many zeros stand before it: the length alone tells the refused from the taken. */
export const overlongMoneyIsRefused = refusedMoney({
  id: 'mon/overlong-money-is-refused',
  proves: 'MON-02',
  title: 'money of more than 64 characters as sent is refused, leading zeros counted; 64 are taken',
  spellings: (digits) => [
    digits.padStart(MAX_LENGTH + 1, '0'),
    `${digits}.5`.padStart(MAX_LENGTH + 1, '0'),
    digits.padStart(4 * MAX_LENGTH, '0'),
    `-${digits.padStart(MAX_LENGTH, '0')}`,
  ],
  taken: (digits) => [digits.padStart(MAX_LENGTH, '0'), `${digits}.5`.padStart(MAX_LENGTH, '0')],
});
