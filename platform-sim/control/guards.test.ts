import { describe, expect, test } from 'vitest';
import { ControlError } from './control-error.ts';
import { guardHost, guardOrigin } from './guards.ts';

describe('guardHost', () => {
  test.each([
    ['127.0.0.1:4011', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1'],
    ['localhost:4011', '127.0.0.1'],
    ['LOCALHOST:4011', '127.0.0.1'],
    ['[::1]:4011', '127.0.0.1'],
    ['ci-runner.internal:4011', 'ci-runner.internal'],
    ['172.17.0.2:4011', '0.0.0.0'],
    ['[fe80::1]:4011', '::'],
  ])('lets %s in where %s is served', (host, bound) => {
    expect(() => guardHost({ host }, bound)).not.toThrow();
  });

  test.each([
    [undefined, '127.0.0.1'],
    ['', '127.0.0.1'],
    ['evil.example', '127.0.0.1'],
    ['evil.example:4011', '0.0.0.0'],
    ['127.0.0.1.evil.example', '127.0.0.1'],
    ['localhost.evil.example', '127.0.0.1'],
    ['172.17.0.2:4011', '127.0.0.1'],
    ['user@127.0.0.1', '127.0.0.1'],
    ['127.0.0.1, evil.example', '127.0.0.1'],
  ])('keeps %s out where %s is served', (host, bound) => {
    expect(() => guardHost(host === undefined ? {} : { host }, bound)).toThrow(ControlError);
  });
});

describe('guardOrigin', () => {
  const host = '127.0.0.1:4011';

  test.each([
    ['a client that states no origin', 'POST', {}],
    ['the page of the plane itself', 'POST', { origin: 'http://127.0.0.1:4011', 'sec-fetch-site': 'same-origin' }],
    ['an address typed by a person', 'POST', { 'sec-fetch-site': 'none' }],
    [
      'a read, which no other origin can see',
      'GET',
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    ],
  ])('lets %s through', (_, method, headers) => {
    expect(() => guardOrigin(method, { host, ...headers })).not.toThrow();
  });

  test.each([
    ['another origin', 'POST', { origin: 'https://evil.example' }],
    ['another port of this machine', 'DELETE', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' }],
    ['an opaque origin', 'POST', { origin: 'null' }],
    ['a form that states no origin', 'POST', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses a write of %s', (_, method, headers) => {
    expect(() => guardOrigin(method, { host, ...headers })).toThrow(ControlError);
  });
});
