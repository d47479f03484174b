/** Describes why there is no response, and names the setting to fix. */
import { HEAD_TOO_LONG } from '../exchange/answer-limits.ts';
import { ProxyProblem } from './proxy-problem.ts';

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const HEADS_TOO_LONG = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW']);
const RESETS = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED']);

/**
 * Reasons for which OpenSSL refuses a certificate, by the setting to fix:
 * https://docs.openssl.org/master/man1/openssl-verification-options
 */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);
const NOT_VALID = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_REVOKED']);

/**
 * TLS alerts for a client without a certificate or with a refused one: https://www.rfc-editor.org/rfc/rfc8446#section-6
 */
const WANTED = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED';
const REFUSED = new Set([
  'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
  'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
  'ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE',
  'ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED',
  'ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED',
  'ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN',
  'ERR_SSL_TLSV1_ALERT_ACCESS_DENIED',
]);
/** TLS 1.2 uses this alert for a missing certificate, among other reasons. */
const NO_HANDSHAKE = new Set(['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE']);

const MEND = [
  [/^certificate not/, 'tls.ca'],
  [/^(?:no )?client certificate|^no TLS/, 'tls.cert'],
] as const;

/** The profile key or the variable that a failure concerns; undefined: no particular one. */
export function mendOfFailure(failure: string): string | undefined {
  const variable = /^proxy .*?\((\w+)\)/.exec(failure)?.[1];
  return variable ?? MEND.find(([pattern]) => pattern.test(failure))?.[1];
}

/** A short description of a network error. */
export function failureOf(error: Error & { readonly code?: string }): string {
  if (error instanceof ProxyProblem) return error.message;
  const code = error.code ?? error.name;
  if (TIMEOUTS.has(code)) return 'timeout';
  if (RESETS.has(code)) return 'reset';
  if (HEADS_TOO_LONG.has(code)) return HEAD_TOO_LONG;
  if (UNREACHABLE.has(code)) return `unreachable (${code})`;
  if (UNTRUSTED.has(code)) return `certificate not trusted (${code}); name its authority in tls.ca of the profile`;
  if (NOT_VALID.has(code)) return `certificate not valid (${code})`;
  if (code === WANTED) return `no client certificate (${code}); name one in tls.cert and tls.key of the profile`;
  if (REFUSED.has(code)) return `client certificate not taken (${code}); mend tls.cert of the profile`;
  if (NO_HANDSHAKE.has(code))
    return `no TLS (${code}); a server that asks for a client certificate needs tls.cert of the profile`;
  return `no HTTP answer (${code})`;
}
