import { describe, expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unavailableSurfacesAreFinal } from './unavailable-surfaces-are-final.check.ts';

const LINES = {
  balances: 'GET /account-balances',
  algos: 'GET /algos/instances',
  tickets: 'POST /v1/ws-tickets',
} as const;
type Surface = keyof typeof LINES;

const unavailable = (code: string): AnswerOptions => ({ status: 503, code, retryable: false });
const good: Record<Surface, AnswerOptions> = {
  balances: unavailable('BALANCES_UNAVAILABLE'),
  algos: unavailable('ALGOS_UNAVAILABLE'),
  tickets: unavailable('TICKETS_UNAVAILABLE'),
};

function judged(over: Partial<Record<Surface, AnswerOptions>>, { but }: { readonly but?: Surface } = {}) {
  const answers = Object.entries({ ...good, ...over }).filter(([surface]) => surface !== but);
  const samples = answers.map(([surface, options]) => [surface, answer(LINES[surface as Surface], options)]);
  return judge(unavailableSurfacesAreFinal, historyOf(Object.fromEntries(samples))).verdict;
}

/** In the proper form of a busy member. */
const busy = { retryable: true, headers: { 'Retry-After': '1' } };

test('503 with retryable false', () => {
  expect(judged({})).toBe('pass');
});

test('a member that is older than tickets is not asked for one', () => {
  expect(judged({}, { but: 'tickets' })).toBe('pass');
});

describe.each(Object.keys(LINES) as Surface[])('%s', (surface) => {
  test.each([
    ['with more headers', { headers: { 'Retry-After': '1' } }, 'pass'],
    ['retryable', { retryable: true }, 'violated'],
    ['retryable, as a busy member says', busy, 'violated'],
    ['another code', { code: 'NOT_SERVING' }, 'violated'],
    ['another status', { status: 404 }, 'violated'],
    ['no envelope', { body: 'unavailable' }, 'violated'],
    ['served', { status: 200, body: { items: [] } }, 'violated'],
  ] as const)('%s', (_, members, verdict) => {
    expect(judged({ [surface]: { ...good[surface], ...members } })).toBe(verdict);
  });
});
