/** Broken on the way out: refusals, and what each must say. */
import type { Layer } from '../proxy/telling.ts';
import { having, headerOf } from '../proxy/telling.ts';
import {
  always,
  answering,
  both,
  breakage,
  coded,
  codeOf,
  dropping,
  has,
  inError,
  inJson,
  OWNERS,
  of,
  POSITION,
  REFUSAL,
  recoded,
  retryable,
  setting,
  stated,
  statusOf,
  WRITE,
} from './breakage.ts';

const NOT_FOUND = both(statusOf(404), of(/^GET \/(orders|executions)\//));

export const OF_REFUSALS = [
  breakage('ERR-19', 'algos not there at all', stated(404, coded('ALGOS_UNAVAILABLE'))),
  breakage(
    'ERR-19',
    'algos away with a position',
    setting(POSITION, () => '7', coded('ALGOS_UNAVAILABLE')),
  ),
  breakage('ERR-19', 'algos away for the moment', retryable(true, coded('ALGOS_UNAVAILABLE'))),
  breakage('ERR-20', 'balances away without a code', recoded('NOT_SERVING', coded('BALANCES_UNAVAILABLE'))),
  breakage('ERR-20', 'balances away for the moment', retryable(true, coded('BALANCES_UNAVAILABLE'))),
  breakage('ERR-14', 'a replica that asks to be asked again', retryable(true, coded('NOT_SERVING'))),
  breakage(
    'ERR-01',
    'a refusal without its envelope',
    inJson((json) => json['error'] ?? json, REFUSAL),
  ),
  breakage(
    'ERR-01',
    'a 401 without its envelope',
    inJson((json) => json['error'] ?? json, statusOf(401)),
  ),
  breakage(
    'ERR-01',
    'a 404 in plain text',
    answering(statusOf(404), (told) => ({ ...having(told, 'Content-Type', 'text/plain'), body: 'Not Found' })),
  ),
  breakage(
    'ERR-01',
    'a 405 in plain text',
    answering(statusOf(405), (told) => ({ ...having(told, 'Content-Type', 'text/plain'), body: 'Method Not Allowed' })),
  ),
  breakage(
    'ERR-01',
    'a 403 without retryable',
    inError(({ retryable: _, ...error }) => error, statusOf(403)),
  ),
  breakage(
    'ERR-01',
    'a 503 without retryable',
    inError(({ retryable: _, ...error }) => error, statusOf(503)),
  ),
  breakage(
    'ERR-01',
    'a 429 whose retryable is text',
    inError((error) => ({ ...error, retryable: 'true' }), statusOf(429)),
  ),
  breakage(
    'ERR-01',
    'a 500 without its envelope',
    inJson((json) => json['error'] ?? json, statusOf(500)),
  ),
  breakage(
    'ERR-01',
    "an owner's refusal without a code",
    inError(({ code: _, ...error }) => error, OWNERS),
  ),
  breakage(
    'ERR-01',
    'a refusal in HTML by its type',
    setting('Content-Type', () => 'text/html', both(REFUSAL, statusOf(400))),
  ),
  breakage(
    'ERR-02',
    'an error that names another request',
    inError((error) => ({ ...error, requestId: 'another-request' })),
  ),
  breakage(
    'ERR-02',
    'a 403 that names another request',
    inError((error) => ({ ...error, requestId: 'another-request' }), statusOf(403)),
  ),
  breakage(
    'ERR-02',
    'a 503 that names no request',
    inError(({ requestId: _, ...error }) => error, statusOf(503)),
  ),
  breakage(
    'ERR-02',
    'a 413 that names another request',
    inError((error) => ({ ...error, requestId: 'another-request' }), statusOf(413)),
  ),
  breakage(
    'ERR-03',
    'an empty message',
    inError((error) => ({ ...error, message: '' })),
  ),
  breakage(
    'ERR-03',
    'no message on a 404',
    inError(({ message: _, ...error }) => error, statusOf(404)),
  ),
  breakage(
    'ERR-03',
    'no message on a 403',
    inError(({ message: _, ...error }) => error, statusOf(403)),
  ),
  breakage(
    'ERR-03',
    'no message on a 429',
    inError(({ message: _, ...error }) => error, statusOf(429)),
  ),
  breakage('ERR-04', 'an unknown path answers NOT_FOUND', recoded('NOT_FOUND', coded('ROUTE_NOT_FOUND'))),
  breakage(
    'ERR-04',
    'an unknown path asks for a token',
    stated(401, (told, asked) => codeOf(told) === 'ROUTE_NOT_FOUND' && headerOf(asked, 'authorization') === undefined),
  ),
  breakage('ERR-05', 'no Allow', dropping('Allow', statusOf(405))),
  breakage(
    'ERR-05',
    'Allow lists one more',
    setting('Allow', (told) => `${headerOf(told, 'allow')}, DELETE, PUT, PATCH`, statusOf(405)),
  ),
  breakage(
    'ERR-05',
    'Allow lists one less',
    setting('Allow', (told) => (headerOf(told, 'allow') ?? '').replace(/, POST|POST, /, ''), statusOf(405)),
  ),
  breakage('ERR-05', 'a wrong method answers 404', stated(404, statusOf(405))),
  breakage('ERR-05', 'a wrong method answers another code', recoded('NOT_ALLOWED', statusOf(405))),
  breakage('ERR-06', 'a body too long answers 400', stated(400, statusOf(413))),
  breakage('ERR-06', 'a body too long answers another code', recoded('TOO_LARGE', statusOf(413))),
  breakage('ERR-07', 'malformed JSON answers 422', stated(422, both(WRITE, statusOf(400)))),
  breakage(
    'ERR-07 ERR-08 ERR-18',
    'what is malformed answers another code',
    recoded('BAD_REQUEST', coded('MALFORMED_REQUEST')),
  ),
  breakage(
    'ERR-08',
    'an unreadable charset answers 415',
    stated(415, (told, asked) => told.status === 400 && /utf-16|bogus/.test(headerOf(asked, 'content-type') ?? '')),
  ),
  breakage(
    'ERR-18',
    'an unreadable query answers the page',
    (): Layer => (asked, next) =>
      next(
        /%(?![0-9a-f]{2})|%ff|%c3%28|%e0/i.test(asked.path)
          ? { ...asked, path: asked.path.split('?')[0] ?? '' }
          : asked,
      ),
  ),
  breakage('ERR-09', 'a foreign row answers 403', stated(403, both(NOT_FOUND))),
  breakage(
    'ERR-09',
    'a row not held answers another code',
    recoded('NO_SUCH_ROW', both(statusOf(404), coded('NOT_FOUND'))),
  ),
  breakage('ERR-10', 'no Retry-After', dropping('Retry-After', always)),
  breakage('ERR-10', 'no Retry-After on a 429', dropping('Retry-After', statusOf(429))),
  breakage('ERR-10', 'no Retry-After on RATE_CEILING', dropping('Retry-After', coded('RATE_CEILING'))),
  breakage('ERR-10', 'no Retry-After on a 503', dropping('Retry-After', statusOf(503))),
  breakage(
    'ERR-11',
    'retryable turned',
    inError((error) => ({ ...error, retryable: error['retryable'] !== true })),
  ),
  breakage('ERR-11', 'a 404 is retryable', retryable(true, statusOf(404))),
  breakage('ERR-11', 'a 401 is retryable', retryable(true, statusOf(401))),
  breakage('ERR-11', 'a 403 is retryable', retryable(true, statusOf(403))),
  breakage('ERR-11', 'a 500 is retryable', retryable(true, statusOf(500))),
  breakage('ERR-11', 'a 409 is retryable', retryable(true, statusOf(409))),
  breakage('ERR-11', 'a full inbox is not retryable', retryable(false, statusOf(429))),
  breakage('ERR-14', 'NOT_SERVING is not retryable', retryable(false, coded('NOT_SERVING'))),
  breakage('ERR-15', "an owner's refusal is retryable", retryable(true, OWNERS)),
  breakage('ERR-15', 'RATE_CEILING is retryable', retryable(true, coded('RATE_CEILING'))),
  breakage('ERR-15', 'a replayed refusal is retryable', retryable(true, both(OWNERS, has('idempotent-replay')))),
  breakage('ERR-16', 'a full inbox answers 503', stated(503, coded('INBOX_FULL'))),
  breakage('ERR-16', 'a member full answers 503', stated(503, coded('IN_FLIGHT_FULL'))),
  breakage(
    'ERR-16',
    'a full inbox names a position',
    setting(POSITION, () => '99', coded('INBOX_FULL')),
  ),
  breakage(
    'ERR-17',
    'a stack in the answer',
    inError(
      (error) => ({ ...error, message: 'Error: no\n    at decide (/srv/gateway/stages/decide.ts:12:9)' }),
      statusOf(500),
    ),
  ),
  breakage('ERR-17', 'another code on a 500', recoded('OOPS', statusOf(500))),
  breakage('ERR-21', 'an owner away answers 500', stated(500, coded('OWNER_ABSENT'))),
  breakage('ERR-21', 'an owner away is not retryable', retryable(false, coded('OWNER_ABSENT'))),
];
