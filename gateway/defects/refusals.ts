/** Defects on responses: refusals and their members. */
import { type HttpRequest, headerOf, type Layer } from '../variations/layer.ts';
import {
  both,
  coded,
  codeOf,
  droppingHeader,
  has,
  inError,
  inJson,
  OWNERS,
  of,
  REFUSAL,
  recoded,
  retryable,
  settingHeader,
  statusOf,
  WRITE,
  withStatus,
} from './changes.ts';
import { defects } from './defect.ts';
import { refused } from './register-changes.ts';

const NOT_FOUND = both(statusOf(404), of(/^GET \/(orders|executions)\//));

export const REFUSALS_DEFECTS = defects([
  ['ERR-19 | ERR-12', 'algos not there at all', withStatus(404, coded('ALGOS_UNAVAILABLE'))],
  ['ERR-19 | ERR-12', 'algos away for the moment', retryable(true, coded('ALGOS_UNAVAILABLE'))],
  ['ERR-20 | ERR-12', 'balances away without a code', recoded('NOT_SERVING', coded('BALANCES_UNAVAILABLE'))],
  ['ERR-14', 'a replica that asks to be asked again', retryable(true, coded('NOT_SERVING'))],
  ['ERR-01 | any', 'a refusal without its envelope', inJson((json) => json['error'] ?? json, REFUSAL)],
  ['ERR-01 | AUTH-01 ERR-02 ERR-03 ERR-11 SVC-11 TKT-05 VER-08', 'a 401 without its envelope', inJson((json) => json['error'] ?? json, statusOf(401))],
  ['ERR-01', 'a 403 without retryable', inError(({ retryable: _, ...error }) => error, statusOf(403))],
  ['ERR-01 | ERR-11 ERR-15 ERR-16 POL-04 TKT-06', 'a 429 whose retryable is text', inError((error) => ({ ...error, retryable: 'true' }), statusOf(429))],
  ['ERR-01 | ERR-17 IDEM-18', 'a 500 without its envelope', inJson((json) => json['error'] ?? json, statusOf(500))],
  ['ERR-01 | SVC-11', 'a refusal in HTML by its type', settingHeader('Content-Type', () => 'text/html', both(REFUSAL, statusOf(400)))],
  ['ERR-02 | IDEM-19 VER-08', 'an error that names another request', inError((error) => ({ ...error, requestId: 'another-request' }))],
  ['ERR-02', 'a 403 that names another request', inError((error) => ({ ...error, requestId: 'another-request' }), statusOf(403))],
  ['ERR-02', 'a 503 that names no request', inError(({ requestId: _, ...error }) => error, statusOf(503))],
  ['ERR-02', 'a 413 that names another request', inError((error) => ({ ...error, requestId: 'another-request' }), statusOf(413))],
  ['ERR-03', 'an empty message', inError((error) => ({ ...error, message: '' }))],
  ['ERR-03 | ERR-01', 'no message on a 404', inError(({ message: _, ...error }) => error, statusOf(404))],
  ['ERR-03', 'no message on a 403', inError(({ message: _, ...error }) => error, statusOf(403))],
  ['ERR-03', 'no message on a 429', inError(({ message: _, ...error }) => error, statusOf(429))],
  ['ERR-04 | BAL-04 VER-02 VER-04', 'an unknown path answers NOT_FOUND', recoded('NOT_FOUND', coded('ROUTE_NOT_FOUND'))],
  ['ERR-05', 'no Allow', droppingHeader('Allow', statusOf(405))],
  ['ERR-05', 'Allow lists one less', settingHeader('Allow', (response) => (headerOf(response, 'allow') ?? '').replace(/, POST|POST, /, ''), statusOf(405))],
  ['ERR-05', 'a wrong method answers another code', recoded('NOT_ALLOWED', statusOf(405))],
  ['ERR-06 | ALG-12 ALG-15', 'a body too long answers 400', withStatus(400, statusOf(413))],
  ['ERR-07 | any', 'malformed JSON answers 422', withStatus(422, both(WRITE, statusOf(400)))],
  ['ERR-07 ERR-08 ERR-18 | any', 'what is malformed answers another code', recoded('BAD_REQUEST', coded('MALFORMED_REQUEST'))],
  ['ERR-09 | AUTH-16 ERR-04', 'a foreign row answers 403', withStatus(403, both(NOT_FOUND))],
  ['ERR-09 | ALG-01 ORD-14 REG-02', 'a row not held answers another code', recoded('NO_SUCH_ROW', both(statusOf(404), coded('NOT_FOUND')))],
  ['ERR-10 | CRED-11 TKT-06', 'no Retry-After on a 429', droppingHeader('Retry-After', statusOf(429))],
  ['ERR-10', 'no Retry-After on RATE_CEILING', droppingHeader('Retry-After', coded('RATE_CEILING'))],
  ['ERR-10', 'no Retry-After on a 503', droppingHeader('Retry-After', statusOf(503))],
  ['ERR-10 | TKT-06', 'a Retry-After in words on a 429', settingHeader('Retry-After', () => 'in a moment', statusOf(429))],
  ['ERR-11 | any', 'retryable turned', inError((error) => ({ ...error, retryable: error['retryable'] !== true }))],
  ['ERR-11 | VER-08', 'a 404 is retryable', retryable(true, statusOf(404))],
  ['ERR-11 | VER-08', 'a 401 is retryable', retryable(true, statusOf(401))],
  ['ERR-11 | ERR-15', 'a 403 is retryable', retryable(true, statusOf(403))],
  ['ERR-11 | ERR-17', 'a 500 is retryable', retryable(true, statusOf(500))],
  ['ERR-11 | ERR-15 IDEM-06', 'a 409 is retryable', retryable(true, statusOf(409))],
  ['ERR-11 | ERR-16 TKT-06', 'a full inbox is not retryable', retryable(false, statusOf(429))],
  ['ERR-14', 'NOT_SERVING is not retryable', retryable(false, coded('NOT_SERVING'))],
  ['ERR-15 | ERR-11 POL-04', "an owner's refusal is retryable", retryable(true, OWNERS)],
  ['ERR-15 | ERR-11 POL-04', 'RATE_CEILING is retryable', retryable(true, coded('RATE_CEILING'))],
  ['ERR-15 | any', 'a replayed refusal is retryable', retryable(true, both(OWNERS, has('idempotent-replay')))],
  ['ERR-16', 'a full inbox answers 503', withStatus(503, coded('INBOX_FULL'))],
  ['ERR-16', 'a member full answers 503', withStatus(503, coded('IN_FLIGHT_FULL'))],
  [
    'ERR-17',
    'a stack in the answer',
    inError((error) => ({ ...error, message: 'Error: no\n    at decide (/srv/gateway/stages/decide.ts:12:9)' }), statusOf(500)),
  ],
  ['ERR-17 | ERR-11 IDEM-18', 'another code on a 500', recoded('OOPS', statusOf(500))],
  ['ERR-21 | ERR-11', 'an owner away answers 500', withStatus(500, coded('OWNER_ABSENT'))],
  ['ERR-21 | ERR-11', 'an owner away is not retryable', retryable(false, coded('OWNER_ABSENT'))],
  ['ERR-03', 'the message of a 405 is empty', inError((error) => ({ ...error, message: '' }), statusOf(405))],
  ['ERR-10', 'INBOX_FULL has no Retry-After', droppingHeader('Retry-After', coded('INBOX_FULL'))],
  ['ERR-10', 'INBOX_FULL is to be tried again after a day', settingHeader('Retry-After', () => '86400', coded('INBOX_FULL'))],
  ['ERR-10', 'RATE_CEILING is to be tried again after five minutes', settingHeader('Retry-After', () => '300', coded('RATE_CEILING'))],
  ['ERR-15', 'QTY_STEP_VIOLATION is retryable', retryable(true, coded('QTY_STEP_VIOLATION'))],
  [
    'ERR-16',
    'a write that was answered INBOX_FULL is queued',
    (): Layer => {
      let queued: readonly HttpRequest[] = [];
      return async (request, next) => {
        const waiting = request.method === 'GET' ? queued : [];
        queued = queued.filter((one) => !waiting.includes(one));
        for (const one of waiting) if (codeOf(await next(one)) === 'INBOX_FULL') queued = [...queued, one];
        const response = await next(request);
        if (codeOf(response) === 'INBOX_FULL') queued = [...queued, request];
        return response;
      };
    },
  ],
  ['ERR-19', 'a member without algos finds no instance', refused(404, 'NOT_FOUND', both(coded('ALGOS_UNAVAILABLE'), of(/ \/algos\/instances\/[0-9]/)))],
]);
