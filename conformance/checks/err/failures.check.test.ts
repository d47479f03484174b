import { judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, type Sample } from '../../testing/sample-history.ts';
import { fullMembers } from './failures.check.ts';

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
    ['the key spent', again(full), 'violated'],
    ['another bound', fillers({ ...full, code: otherCode }), 'inconclusive'],
    ['of several that were refused the one sent again counts', fillers(full, { ...full, key: 'another' }), 'pass'],
    ['no bound was met', { ...fillers({ status: 202 }), record: [], again: [], 'with room': [] }, 'inconclusive'],
  ]);
}

judgesOf('err/full-inbox-is-retryable', (came: AnswerOptions) => ({ refused: answer('POST /orders', came) }), [
  ['true', { status: 429, code: 'INBOX_FULL', retryable: true }, 'pass'],
  ['an unknown code, false', { status: 429, code: 'A_NEWER_ONE', retryable: false }, 'violated'],
  ['not refused', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 }, 'inconclusive'],
]);

const absent = { status: 503, code: 'OWNER_ABSENT', retryable: true };

judgesOf(
  'err/owner-absent',
  (away: AnswerOptions, back: AnswerOptions) => ({
    away: answer('POST /orders', away),
    back: answer('POST /orders', back),
  }),
  [['refused, then accepted', absent, accepted, 'pass']],
);

judgesOf('err/not-serving-is-retryable', (came: AnswerOptions) => ({ held: answer('POST /orders', came) }), [
  ['a 202 that leads nowhere', { status: 202 }, 'inconclusive'],
  ['another code', { status: 503, code: 'OWNER_ABSENT', retryable: true }, 'inconclusive'],
]);

const refusedFor = (RetryAfter: string | null, status = 429) =>
  answer('POST /orders', { status, code: 'X', retryable: true, headers: { 'Retry-After': RetryAfter } });

judgesOf('err/retry-after', (answered: Sample) => [answered], [
  ['at once', refusedFor('0', 503), 'pass'],
  ['a date', refusedFor('Mon, 05 Jan 2026 00:00:01 GMT', 503), 'pass'],
  ['an hour', refusedFor('3600'), 'pass'],
  ['no such answer', answer('POST /orders', { status: 422, code: 'X' }), 'inconclusive'],
]);

const failed = { status: 500, code: 'INTERNAL_ERROR', retryable: false };

judgesOf('err/internal-error', (came: AnswerOptions) => ({ failed: answer('POST /orders', came) }), [
  ['naming a route', { ...failed, message: 'GET /operations/k-1 tells what came of it at 10:15' }, 'pass'],
]);
