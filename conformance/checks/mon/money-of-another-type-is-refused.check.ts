import { refusedMoney } from './refused-money.ts';

export const moneyOfAnotherTypeIsRefused = refusedMoney({
  id: 'mon/money-of-another-type-is-refused',
  proves: 'MON-10',
  title: 'money that is not a JSON string is refused: numbers, booleans, objects, arrays',
  spellings: (digits) => [Number(digits), Number(`${digits}.5`), true, false, {}, { value: digits }, [], [digits]],
});
