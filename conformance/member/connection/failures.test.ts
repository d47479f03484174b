import { describe, expect, test } from 'vitest';
import { failureOf, mendOfFailure } from './failures.ts';
import { ProxyProblem } from './proxy-problem.ts';

describe('describes a network error in a few words', () => {
  test.each([
    ['UND_ERR_SOCKET', 'reset'],
    ['ECONNRESET', 'reset'],
    ['ECONNREFUSED', 'unreachable (ECONNREFUSED)'],
    ['UND_ERR_CONNECT_TIMEOUT', 'unreachable (UND_ERR_CONNECT_TIMEOUT)'],
    ['ETIMEDOUT', 'timeout'],
    ['HPE_INVALID_CONSTANT', 'no HTTP answer (HPE_INVALID_CONSTANT)'],
  ])('%s: %s', (code, word) => {
    expect(failureOf(Object.assign(new Error(code), { code }))).toBe(word);
  });
});

describe('names the setting that fixes a failure', () => {
  test.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls.ca'],
    ['CERT_HAS_EXPIRED', 'tls.ca'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tls.cert'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'tls.cert'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'tls.cert'],
    ['ECONNREFUSED', undefined],
  ])('%s: %s', (code, mend) => {
    expect(mendOfFailure(failureOf(Object.assign(new Error(code), { code })))).toBe(mend);
  });

  test('for a proxy it names the variable', () => {
    expect(mendOfFailure(failureOf(new ProxyProblem('proxy http://p:1 (https_proxy) is not reached')))).toBe(
      'https_proxy',
    );
  });
});
