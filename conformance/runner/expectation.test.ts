import { expect, test } from 'vitest';
import { expects } from './expectation.ts';
import { type AnswerOptions, answer, historyOf } from './sample-history.ts';

const busy: AnswerOptions = { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } };

test.each<[string, AnswerOptions, Parameters<typeof expects>[1], string]>([
  ['what was asked for', { status: 201, position: 7n }, { status: '2xx', position: 'present' }, 'pass'],
  ['another status', { status: 400, code: 'MALFORMED_REQUEST' }, { status: '2xx' }, 'violated'],
  ['a member that is busy just then', busy, { status: 200 }, 'inconclusive'],
  [
    'a member that is busy, where a refusal was asked for',
    { ...busy, status: 429, code: 'IN_FLIGHT_FULL' },
    { status: 400 },
    'inconclusive',
  ],
  ['busy for good', { ...busy, retryable: false }, { status: 200 }, 'violated'],
  ['busy without a word of when', { ...busy, headers: {} }, { status: 200 }, 'violated'],
  ['a recorded ceiling', { ...busy, status: 429, code: 'RATE_CEILING', position: 7n }, { status: 201 }, 'violated'],
  ['busy, as was asked for', busy, { status: 503, code: 'NOT_PRIMED', retryable: true }, 'pass'],
])('%s', (_, of, expected, verdict) => {
  expect(expects(historyOf({ asked: answer('GET /me', of) }).one('asked'), expected).verdict).toBe(verdict);
});
