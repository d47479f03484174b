import { expect, test } from 'vitest';
import { writtenBy } from './written-row.ts';

test.each([
  ['GET', '/users/17', { kind: 'none' }],
  ['POST', '/users', { kind: 'none' }],
  ['POST', '/v1/ws-tickets', { kind: 'none' }],
  ['PUT', '/users/17', { kind: 'row', row: '/users/17' }],
  ['PUT', '/users/17?x=1', { kind: 'row', row: '/users/17' }],
  ['DELETE', '/users/017', { kind: 'row', row: '/users/17' }],
  ['PUT', '/users/%31%37', { kind: 'row', row: '/users/17' }],
  ['PUT', '//users//17', { kind: 'row', row: '/users/17' }],
  ['PUT', '/USERS/17.0', { kind: 'row', row: '/users/17' }],
  ['PUT', '/users/0x11', { kind: 'row', row: '/users/17' }],
  ['PUT', '/users/nobody', { kind: 'none' }],
  ['POST', '/orders/9007199254740993/cancel', { kind: 'row', row: '/orders/9007199254740993' }],
  ['POST', '/algos/instances/3/start', { kind: 'row', row: '/algos/instances/3' }],
  ['POST', '/algos/halt', { kind: 'all', path: '/algos/halt' }],
  ['POST', '/algos/halt?now=1', { kind: 'all', path: '/algos/halt' }],
])('%s %s', (method, path, written) => {
  expect(writtenBy(method, path)).toEqual(written);
});
