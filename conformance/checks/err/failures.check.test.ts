import { judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, type Sample } from '../../testing/sample-history.ts';
import {
  fullInboxIsRetryable,
  fullMembers,
  internalError,
  notServingIsRetryable,
  ownerAbsent,
  retryAfter,
} from './failures.check.ts';

const owner = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7, key: 'k' };
const accepted = { status: 201, position: 7, key: 'k' };
const unknown = { status: 404, code: 'UNKNOWN_OPERATION' };

const BOUNDS = [
  ['in-flight-full', 'IN_FLIGHT_FULL', 'INBOX_FULL'],
  ['inbox-full', 'INBOX_FULL', 'IN_FLIGHT_FULL'],
] as const;

for (const [name, code, otherCode] of BOUNDS) {
  const full = { status: 429, code, retryable: true, key: 'k' };
  const fillers = (refused: AnswerOptions, first: AnswerOptions = { status: 202, key: 'j' }) => ({
    filler: [answer('POST /orders', first), answer('POST /orders', refused)],
  });
  const records = (came: AnswerOptions) => ({
    record: [answer('GET /operations/k', unknown), answer('GET /operations/k', came)],
  });
  const again = (came: AnswerOptions) => ({ again: answer('POST /orders', came) });
  const good = { ...fillers(full), ...records(unknown), ...again(owner), 'with room': answer('POST /orders', owner) };

  judges(fullMembers[name], good, [
    ['refused, unknown, then accepted', again(accepted), 'pass'],
    ['final', fillers({ ...full, retryable: false }), 'violated'],
    ['another status', fillers({ ...full, status: 503 }), 'violated'],
    ['recorded', fillers({ ...full, position: 6 }), 'violated'],
    ['queued, and judged since', records({ status: 200, body: { key: 'k' } }), 'violated'],
    ['the key spent', again(full), 'violated'],
    ['another bound', fillers({ ...full, code: otherCode }), 'inconclusive'],
    ['of several that were refused the one sent again counts', fillers(full, { ...full, key: 'another' }), 'pass'],
    ['no bound was met', { ...fillers({ status: 202 }), record: [], again: [], 'with room': [] }, 'inconclusive'],
  ]);
}

judgesOf(fullInboxIsRetryable, (came: AnswerOptions) => ({ refused: answer('POST /orders', came) }), [
  ['true', { status: 429, code: 'INBOX_FULL', retryable: true }, 'pass'],
  ['false', { status: 429, code: 'INBOX_FULL', retryable: false }, 'violated'],
  ['an unknown code, false', { status: 429, code: 'A_NEWER_ONE', retryable: false }, 'violated'],
  ['not refused', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 }, 'inconclusive'],
]);

const absent = { status: 503, code: 'OWNER_ABSENT', retryable: true };

judgesOf(
  ownerAbsent,
  (away: AnswerOptions, back: AnswerOptions) => ({
    away: answer('POST /orders', away),
    back: answer('POST /orders', back),
  }),
  [
    ['refused, then judged', absent, owner, 'pass'],
    ['refused, then accepted', absent, accepted, 'pass'],
    ['final', { ...absent, retryable: false }, owner, 'violated'],
    ['another status', { ...absent, status: 500 }, owner, 'violated'],
    ['recorded', { ...absent, position: 6 }, owner, 'violated'],
    ['the refusal replayed', absent, { ...absent, replay: true }, 'violated'],
  ],
);

judgesOf(notServingIsRetryable, (came: AnswerOptions) => ({ held: answer('POST /orders', came) }), [
  ['retryable', { status: 503, code: 'NOT_SERVING', retryable: true }, 'pass'],
  ['final', { status: 503, code: 'NOT_SERVING', retryable: false }, 'violated'],
  ['a 202 that leads nowhere', { status: 202 }, 'inconclusive'],
  ['another status', { status: 500, code: 'NOT_SERVING', retryable: true }, 'violated'],
  ['another code', { status: 503, code: 'OWNER_ABSENT', retryable: true }, 'inconclusive'],
]);

const refusedFor = (RetryAfter: string | null, status = 429) =>
  answer('POST /orders', { status, code: 'X', retryable: true, headers: { 'Retry-After': RetryAfter } });

judgesOf(retryAfter, (answered: Sample) => [answered], [
  ['seconds', refusedFor('1'), 'pass'],
  ['at once', refusedFor('0', 503), 'pass'],
  ['a date', refusedFor('Mon, 05 Jan 2026 00:00:01 GMT', 503), 'pass'],
  ['none on a 429', refusedFor(null), 'violated'],
  ['none on a 503', refusedFor(null, 503), 'violated'],
  ['a fraction', refusedFor('0.5'), 'violated'],
  ['below zero', refusedFor('-1'), 'violated'],
  ['words', refusedFor('soon'), 'violated'],
  ['an hour', refusedFor('3600'), 'pass'],
  ['a day', refusedFor('86400'), 'violated'],
  ['no such answer', answer('POST /orders', { status: 422, code: 'X' }), 'inconclusive'],
]);

const whole = { code: 'INTERNAL_ERROR', message: 'x', requestId: 'request-1', retryable: false };
const failed = { status: 500, code: 'INTERNAL_ERROR', retryable: false };

judgesOf(internalError, (came: AnswerOptions) => ({ failed: answer('POST /orders', came) }), [
  ['in the envelope', { ...failed, message: 'the service failed; retry with the same key' }, 'pass'],
  ['naming a route', { ...failed, message: 'GET /operations/k-1 tells what came of it at 10:15' }, 'pass'],
  ['a stack', { ...failed, message: 'Error: x\n    at lookUp (gateway/stages/send.ts:12:3)' }, 'violated'],
  ['a stack of another language', { ...failed, message: 'panic at main.go:31' }, 'violated'],
  ['a path', { ...failed, message: 'cannot read /srv/gateway/keys/current.pem' }, 'violated'],
  ['a module of Node', { ...failed, message: 'thrown in node:internal' }, 'violated'],
  ['another path', { ...failed, message: 'C:\\gateway\\keys' }, 'violated'],
  ['retryable', { ...failed, retryable: true }, 'violated'],
  ['another code', { ...failed, code: 'OOPS' }, 'violated'],
  ['no envelope', { status: 500, body: 'Internal Server Error' }, 'violated'],
  ['no X-Request-Id', { ...failed, headers: { 'X-Request-Id': null } }, 'violated'],
  ['another status', { ...failed, status: 503 }, 'violated'],
  ['a stack beside the envelope', { status: 500, body: { error: { ...whole, stack: '\n  at f' } } }, 'violated'],
]);
