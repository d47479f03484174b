import { refusedMoney } from './refused-money.ts';

export const barePointIsRefused = refusedMoney({
  id: 'mon/bare-point-is-refused',
  proves: 'MON-05',
  title: 'money with a bare point is refused',
  spellings: (digits) => [`.${digits}`, `${digits}.`, `-.${digits}`, `-${digits}.`, '.'],
});
