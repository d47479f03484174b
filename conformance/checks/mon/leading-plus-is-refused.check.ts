import { refusedMoney } from './refused-money.ts';

export const leadingPlusIsRefused = refusedMoney({
  id: 'mon/leading-plus-is-refused',
  proves: 'MON-04',
  title: 'money with a leading plus is refused',
  spellings: (digits) => [`+${digits}`, `+${digits}.5`, `+0.${digits}`],
});
