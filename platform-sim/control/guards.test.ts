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
  ])('accepts %s where %s is served', (host, bound) => {
    expect(() => guardHost({ host }, [bound])).not.toThrow();
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
  ])('refuses %s where %s is served', (host, bound) => {
    expect(() => guardHost(host === undefined ? {} : { host }, [bound])).toThrow(ControlError);
  });
});

describe('guardOrigin', () => {
  const host = '127.0.0.1:4011';

  test.each([
    ['a client that states no origin', 'POST', {}],
    ['the page of the plane itself', 'POST', { origin: 'http://127.0.0.1:4011', 'sec-fetch-site': 'same-origin' }],
    ['the page of the plane itself behind TLS', 'POST', { origin: 'https://127.0.0.1:4011' }],
    ['a page of an allowed host', 'POST', { origin: 'https://dash.example:8443', 'sec-fetch-site': 'cross-site' }],
    ['an address typed by a person', 'POST', { 'sec-fetch-site': 'none' }],
    [
      'a read, which no other origin can see',
      'GET',
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    ],
  ])('accepts %s', (_, method, headers) => {
    expect(() => guardOrigin(method, { host, ...headers }, ['dash.example'])).not.toThrow();
  });

  test.each([
    ['another origin', 'POST', { origin: 'https://evil.example' }],
    ['another port of this machine', 'DELETE', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' }],
    ['a host below an allowed one', 'POST', { origin: 'https://evil.dash.example' }],
    ['an opaque origin', 'POST', { origin: 'null' }],
    ['a form that states no origin', 'POST', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses a write of %s', (_, method, headers) => {
    expect(() => guardOrigin(method, { host, ...headers }, ['dash.example'])).toThrow(ControlError);
  });
});

test('a refusal names the option that helps, and the host', () => {
  expect(() => guardHost({ host: 'sandbox:4011' }, ['0.0.0.0'])).toThrow('--allow-host sandbox');
  const headers = { host: 'sandbox:4011', origin: 'http://dash.example' };
  expect(() => guardOrigin('POST', headers, [])).toThrow('--allow-host dash.example');
});
