import { expect, test } from 'vitest';
import { ControlError } from './control-error.ts';
import { guardHost, guardOrigin } from './guards.ts';

// biome-ignore format: an aligned table
const HOSTS: readonly (readonly [string | undefined, string, boolean])[] = [
  ['127.0.0.1:4011',          '127.0.0.1',          true],
  ['127.0.0.1',               '127.0.0.1',          true],
  ['localhost:4011',          '127.0.0.1',          true],
  ['LOCALHOST:4011',          '127.0.0.1',          true],
  ['[::1]:4011',              '127.0.0.1',          true],
  ['ci-runner.internal:4011', 'ci-runner.internal', true],
  ['172.17.0.2:4011',         '0.0.0.0',            true],
  ['[fe80::1]:4011',          '::',                 true],
  [undefined,                 '127.0.0.1',          false],
  ['',                        '127.0.0.1',          false],
  ['evil.example',            '127.0.0.1',          false],
  ['evil.example:4011',       '0.0.0.0',            false],
  ['127.0.0.1.evil.example',  '127.0.0.1',          false],
  ['localhost.evil.example',  '127.0.0.1',          false],
  ['172.17.0.2:4011',         '127.0.0.1',          false],
  ['user@127.0.0.1',          '127.0.0.1',          false],
  ['127.0.0.1, evil.example', '127.0.0.1',          false],
];

test.each(HOSTS)('the host %s where %s is served: accepted is %s', (host, bound, isAccepted) => {
  const guarded = expect(() => guardHost(host === undefined ? {} : { host }, [bound]));
  if (isAccepted) guarded.not.toThrow();
  else guarded.toThrow(ControlError);
});

// biome-ignore format: an aligned table
const ORIGINS: readonly (readonly [string, string, Record<string, string>, boolean])[] = [
  ['a client that states no origin',          'POST',   {},                                                                      true],
  ['the page of the plane itself',            'POST',   { origin: 'http://127.0.0.1:4011', 'sec-fetch-site': 'same-origin' },    true],
  ['the page of the plane itself behind TLS', 'POST',   { origin: 'https://127.0.0.1:4011' },                                    true],
  ['a page of an allowed host',               'POST',   { origin: 'https://dash.example:8443', 'sec-fetch-site': 'cross-site' }, true],
  ['an address typed by a person',            'POST',   { 'sec-fetch-site': 'none' },                                            true],
  ['a read, which no other origin can see',   'GET',    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },      true],
  ['another origin',                          'POST',   { origin: 'https://evil.example' },                                      false],
  ['another port of this machine',            'DELETE', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' },      false],
  ['a host below an allowed one',             'POST',   { origin: 'https://evil.dash.example' },                                 false],
  ['an opaque origin',                        'POST',   { origin: 'null' },                                                      false],
  ['a form that states no origin',            'POST',   { 'sec-fetch-site': 'cross-site' },                                      false],
];

test.each(ORIGINS)('%s: %s, accepted is %s', (_, method, headers, isAccepted) => {
  const guarded = expect(() => guardOrigin(method, { host: '127.0.0.1:4011', ...headers }, ['dash.example']));
  if (isAccepted) guarded.not.toThrow();
  else guarded.toThrow(ControlError);
});

test('a refusal names the option that helps, and the host', () => {
  expect(() => guardHost({ host: 'sandbox:4011' }, ['0.0.0.0'])).toThrow('--allow-host sandbox');
  const headers = { host: 'sandbox:4011', origin: 'http://dash.example' };
  expect(() => guardOrigin('POST', headers, [])).toThrow('--allow-host dash.example');
});
