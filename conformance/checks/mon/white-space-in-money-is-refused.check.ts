import { refusedMoney } from './refused-money.ts';

export const whiteSpaceInMoneyIsRefused = refusedMoney({
  id: 'mon/white-space-in-money-is-refused',
  proves: 'MON-06',
  title: 'money with surrounding white space is refused',
  spellings: (digits) => [` ${digits}`, `${digits} `, `\t${digits}`, `${digits}\n`, `${digits}\r\n`, `\u00a0${digits}`],
});
