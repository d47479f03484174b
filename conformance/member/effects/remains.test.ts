import { expect, test } from 'vitest';
import type { Entry } from './entry.ts';
import { remaining } from './remains.ts';

let n = 0;

function sent(method: string, path: string, over: Partial<Extract<Entry, { what: 'sent' }>> = {}): Entry {
  n += 1;
  return {
    what: 'sent',
    n,
    check: 'ord/one',
    actor: 'trader',
    method,
    path,
    key: `key-${n}`,
    name: null,
    isOwn: true,
    ...over,
  };
}
const made = (row: string): Entry => ({ what: 'made', n, row });
const taken = (): Entry => ({ what: 'taken', n });
const refused = (): Entry => ({ what: 'refused', n });
const open = (): Entry => ({ what: 'open', n, why: 'timeout' });

test.each<[string, () => readonly Entry[], readonly string[]]>([
  ['a created row', () => [sent('POST', '/users'), made('/users/17')], ['made /users/17']],
  ['a refusal', () => [sent('POST', '/users'), refused()], []],
  ['no response', () => [sent('POST', '/users')], ['in doubt /users']],
  ['an unknown outcome', () => [sent('POST', '/users'), open()], ['in doubt /users']],
  [
    'an unknown outcome that resending the key resolves',
    () => [sent('POST', '/users', { key: 'k' }), open(), sent('POST', '/users', { key: 'k' }), made('/users/17')],
    ['made /users/17'],
  ],
  [
    'a cancelled order',
    () => [sent('POST', '/orders'), made('/orders/5'), sent('POST', '/orders/5/cancel'), taken()],
    [],
  ],
  [
    'a refused cancellation',
    () => [sent('POST', '/orders'), made('/orders/5'), sent('POST', '/orders/5/cancel'), refused()],
    ['made /orders/5'],
  ],
  [
    'a filled order',
    () => [sent('POST', '/orders'), made('/orders/5'), { what: 'closed', row: '/orders/5', isFilled: true }],
    ['filled /orders/5'],
  ],
  [
    'an order that is filled at once, although its cancellation succeeds',
    () => [
      ...[sent('POST', '/orders'), { what: 'closed', row: '/orders/5', isFilled: true } as const, made('/orders/5')],
      ...[sent('POST', '/orders/5/cancel'), taken()],
    ],
    ['filled /orders/5'],
  ],
  [
    'an order closed without a fill',
    () => [sent('POST', '/orders'), made('/orders/5'), { what: 'closed', row: '/orders/5', isFilled: false }],
    [],
  ],
  [
    'an instance that is stopped but not deleted',
    () => [
      sent('POST', '/algos/instances'),
      made('/algos/instances/3'),
      sent('POST', '/algos/instances/3/stop'),
      taken(),
    ],
    ['made /algos/instances/3'],
  ],
  [
    'a deleted instance',
    () => [
      ...[sent('POST', '/algos/instances'), made('/algos/instances/3')],
      ...[sent('POST', '/algos/instances/3/delete'), taken()],
    ],
    [],
  ],
  [
    'a change to a row of others',
    () => [sent('PUT', '/users/3', { isOwn: false }), taken(), sent('PUT', '/users/3', { isOwn: false }), taken()],
    ['changed /users/3'],
  ],
  ['a change to a row of the run', () => [sent('PUT', '/users/3'), taken()], []],
  ['a halt of all instances', () => [sent('POST', '/algos/halt', { isOwn: false }), taken()], ['changed /algos/halt']],
  ['a clean-up', () => [sent('POST', '/orders'), made('/orders/5'), { what: 'undone', row: '/orders/5' }], []],
])('%s', (_, entries, left) => {
  expect(remaining(entries()).map(({ kind, row }) => `${kind} ${row}`)).toEqual(left);
});
