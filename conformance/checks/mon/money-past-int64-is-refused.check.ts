import { refusedMoney } from './refused-money.ts';

/** 2^63, 2^63 - 1 and -2^63 - 1, each also with a point; whether -2^63 itself passes is not said (decision A71). */
export const moneyPastInt64IsRefused = refusedMoney({
  id: 'mon/money-past-int64-is-refused',
  proves: 'MON-09',
  title: 'money past a signed 64-bit integer at its own scale is refused; the largest that fits is taken',
  spellings: (digits) => [
    '9223372036854775808',
    '922337203685477580.8',
    '9.223372036854775808',
    '-9223372036854775809',
    `${digits}9223372036854775807`,
    `${digits}9223372036854775.807`,
  ],
  taken: () => [
    '9223372036854775807',
    '9.223372036854775807',
    // Its own scale is the least that holds it: a trailing zero makes no value larger (MON-12).
    '922337203685477580.70',
    '-9223372036854775807',
  ],
});
