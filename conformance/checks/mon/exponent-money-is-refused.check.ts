import { refusedMoney } from './refused-money.ts';

export const exponentMoneyIsRefused = refusedMoney({
  id: 'mon/exponent-money-is-refused',
  proves: 'MON-03',
  title: 'money in exponent form is refused',
  spellings: (digits) => [`${digits}e2`, `${digits}E2`, `${digits}e+2`, `${digits}.5e-1`, `-${digits}e0`],
});
