import { describe, expect, test } from 'vitest';
import { baseOf, worldAddress } from './world-address.ts';

describe('a request is for', () => {
  test.each<[string, Record<string, string>, readonly [string, string, string] | undefined]>([
    ['/orders', {}, undefined],
    ['/worlds/a/orders?limit=1', {}, ['a', 'path', '/orders?limit=1']],
    ['/worlds/a/', {}, ['a', 'path', '/']],
    ['/orders', { 'x-touchstone-world': 'a' }, ['a', 'header', '/orders']],
    ['/worlds/a/orders', { 'x-touchstone-world': 'b' }, ['a', 'path', '/orders']],
    // For the host: the world itself, not what it serves.
    ['/worlds/a', {}, undefined],
    ['/worlds', {}, undefined],
    ['/worlds//orders', {}, undefined],
    ['/orders?x=/worlds/a/orders', {}, undefined],
    // Only the first prefix is removed.
    ['/worlds/a/worlds/b/orders', {}, ['a', 'path', '/worlds/b/orders']],
    [
      '/.well-known/oauth-authorization-server/worlds/a/identity',
      {},
      ['a', 'path', '/.well-known/oauth-authorization-server/identity'],
    ],
  ])('%s %o: %o', (url, headers, expected) => {
    const address = worldAddress(url, headers);
    expect(address && [address.name, address.by, address.url]).toEqual(expected);
  });
});

test("the default world's base address is the port's own", () => {
  expect(baseOf('http://127.0.0.1:4010', 'default')).toBe('http://127.0.0.1:4010');
  expect(baseOf('http://127.0.0.1:4010', 'a')).toBe('http://127.0.0.1:4010/worlds/a');
});
