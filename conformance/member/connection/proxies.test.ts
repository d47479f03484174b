import { describe, expect, test } from 'vitest';
import { failureOf, mendOfFailure } from './failures.ts';
import { proxiesOf } from './proxies.ts';
import { ProxyProblem } from './proxy-problem.ts';

function chosen(environment: Record<string, string>, url: string): string | undefined {
  const proxy = proxiesOf(environment)(new URL(url));
  return proxy === undefined ? undefined : `${proxy.said} ${proxy.host} ${proxy.port}`;
}

const HTTPS = { HTTPS_PROXY: 'http://p:3128' };

describe('selects the proxy of an address', () => {
  // biome-ignore format: an aligned table
  test.each<[string, Record<string, string>, string, string | undefined]>([
    ['none without a variable',             {},                                       'https://gw.test',  undefined],
    ['https by HTTPS_PROXY',                HTTPS,                                    'https://gw.test',  'http://p:3128 (HTTPS_PROXY) p 3128'],
    ['wss by HTTPS_PROXY',                  HTTPS,                                    'wss://gw.test/ws', 'http://p:3128 (HTTPS_PROXY) p 3128'],
    ['http not by HTTPS_PROXY',             HTTPS,                                    'http://gw.test',   undefined],
    ['ws by HTTP_PROXY',                    { HTTP_PROXY: 'http://p:1' },             'ws://gw.test',     'http://p:1 (HTTP_PROXY) p 1'],
    ['https not by HTTP_PROXY',             { HTTP_PROXY: 'http://p:1' },             'https://gw.test',  undefined],
    ['lower case first',                    { ...HTTPS, https_proxy: 'http://q:1' },  'https://gw.test',  'http://q:1 (https_proxy) q 1'],
    ['an empty variable counts as unset',   { ...HTTPS, https_proxy: '' },            'https://gw.test',  'http://p:3128 (HTTPS_PROXY) p 3128'],
    ['ALL_PROXY otherwise',                 { ALL_PROXY: 'http://a:1' },              'https://gw.test',  'http://a:1 (ALL_PROXY) a 1'],
    ['an address without a scheme is http', { HTTPS_PROXY: 'p:3128' },                'https://gw.test',  'http://p:3128 (HTTPS_PROXY) p 3128'],
    ['a proxy over TLS',                    { HTTPS_PROXY: 'https://p' },             'https://gw.test',  'https://p (HTTPS_PROXY) p 443'],
    ['IPv6',                                { HTTPS_PROXY: 'http://[fe80::1]:3128' }, 'https://gw.test',  'http://[fe80::1]:3128 (HTTPS_PROXY) fe80::1 3128'],
    ['the description omits the password',  { HTTPS_PROXY: 'http://u:hush@p:1' },     'https://gw.test',  'http://p:1 (HTTPS_PROXY) p 1'],
  ])('%s', (_, environment, url, proxy) => expect(chosen(environment, url)).toBe(proxy));

  test.each([
    ['user and password, decoded', 'http://u%40x:a%3Ab@p', 'u@x:a:b'],
    ['a user alone', 'http://u@p', 'u:'],
  ])('%s become its Basic credentials', (_, address, credentials) => {
    const proxy = proxiesOf({ HTTPS_PROXY: address })(new URL('https://gw.test'));
    expect(proxy?.authorization).toBe(`Basic ${Buffer.from(credentials).toString('base64')}`);
  });

  test.each([
    ['another kind of proxy', 'socks5://u:hush@p:1080'],
    ['a text that is no address', 'http://u:hush@:x'],
    ['a malformed escape in the password', 'http://u:hush%zz@p'],
  ])('an error about %s names only the variable', (_, address) => {
    const choose = () => proxiesOf({ HTTPS_PROXY: address })(new URL('https://gw.test'));
    expect(choose).toThrow(/^proxy \(HTTPS_PROXY\) .* http:\/\/USER:PASSWORD@HOST:PORT$/);
    expect(choose).not.toThrow(/hush/);
  });
});

describe('NO_PROXY', () => {
  test.each<[string, string, string, boolean]>([
    ['a host', 'gw.test', 'https://gw.test', false],
    ['a host in upper or lower case', 'GW.test', 'https://gw.TEST', false],
    ['a host with a final dot', 'gw.test', 'https://gw.test.', false],
    ['a subdomain', 'test', 'https://gw.test', false],
    ['not a host with the same ending', 'w.test', 'https://gw.test', true],
    ['a suffix', '.test', 'https://gw.test', false],
    ['a suffix, and the host itself', '.gw.test', 'https://gw.test', false],
    ['a suffix with a star', '*.gw.test', 'https://a.gw.test', false],
    ['another host', 'other.test', 'https://gw.test', true],
    ['one of several', 'a.test, gw.test', 'https://gw.test', false],
    ['a list separated by blanks', 'a.test gw.test', 'https://gw.test', false],
    ['every host', '*', 'https://gw.test', false],
    ['a host with its port', 'gw.test:8443', 'https://gw.test:8443', false],
    ['a host with the default port of its scheme', 'gw.test:443', 'wss://gw.test', false],
    ['another port', 'gw.test:8443', 'https://gw.test', true],
    ['an IP address', '192.0.2.7', 'https://192.0.2.7', false],
    ['not the end of an IP address', '2.7', 'https://192.0.2.7', true],
    ['a network', '192.0.2.0/24', 'https://192.0.2.7', false],
    ['another network', '192.0.3.0/24', 'https://192.0.2.7', true],
    ['IPv6 in brackets, with a port', '[2001:db8::1]:443', 'https://[2001:db8::1]', false],
    ['IPv6', '2001:db8::1', 'https://[2001:db8::1]', false],
    ['a malformed network', '192.0.2.0/99', 'https://192.0.2.7', true],
  ])('%s: %s', (_, noProxy, url, isProxied) =>
    expect(chosen({ ...HTTPS, NO_PROXY: noProxy }, url) !== undefined).toBe(isProxied),
  );

  test('no_proxy takes precedence', () =>
    expect(chosen({ ...HTTPS, NO_PROXY: 'gw.test', no_proxy: 'other.test' }, 'https://gw.test')).toBeDefined());
});

test.each(['https://localhost:1', 'https://a.localhost', 'https://127.0.0.1', 'https://127.8.0.1', 'https://[::1]:1'])(
  'this machine is reached without a proxy: %s',
  (url) => {
    expect(chosen({ ALL_PROXY: 'http://p:1' }, url)).toBeUndefined();
  },
);

describe('describes a network error in a few words', () => {
  test.each([
    ['UND_ERR_SOCKET', 'reset'],
    ['ECONNRESET', 'reset'],
    ['ECONNREFUSED', 'unreachable (ECONNREFUSED)'],
    ['UND_ERR_CONNECT_TIMEOUT', 'unreachable (UND_ERR_CONNECT_TIMEOUT)'],
    ['ETIMEDOUT', 'timeout'],
    ['HPE_INVALID_CONSTANT', 'no HTTP answer (HPE_INVALID_CONSTANT)'],
  ])('%s: %s', (code, word) => expect(failureOf(Object.assign(new Error(code), { code }))).toBe(word));
});

describe('names the setting that fixes a failure', () => {
  test.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls.ca'],
    ['CERT_HAS_EXPIRED', 'tls.ca'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tls.cert'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'tls.cert'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'tls.cert'],
    ['ECONNREFUSED', undefined],
  ])('%s: %s', (code, mend) => expect(mendOfFailure(failureOf(Object.assign(new Error(code), { code })))).toBe(mend));

  test('for a proxy it names the variable', () => {
    expect(mendOfFailure(failureOf(new ProxyProblem('proxy http://p:1 (https_proxy) is not reached')))).toBe(
      'https_proxy',
    );
  });
});
