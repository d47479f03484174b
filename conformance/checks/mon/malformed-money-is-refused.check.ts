import { refusedMoney } from './refused-money.ts';

export const malformedMoneyIsRefused = refusedMoney({
  id: 'mon/malformed-money-is-refused',
  proves: 'MON-01',
  title: 'money that is no optional minus, digits, and one point with digits on both sides is refused',
  spellings: (digits) => [
    '',
    '-',
    'NaN',
    'Infinity',
    `--${digits}`,
    `${digits}-`,
    `${digits}abc`,
    `0x${digits}`,
    `${digits},000`,
    `${digits}_000`,
    `${digits}.5.5`,
    `$${digits}`,
    `${digits} ${digits}`,
    `${digits}/2`,
  ],
});
