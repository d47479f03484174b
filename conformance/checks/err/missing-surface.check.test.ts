import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { type AnswerOptions, answer, historyOf } from '../../testing/sample-history.ts';
import { missingSurface } from './missing-surface.check.ts';

const algos = { status: 503, code: 'ALGOS_UNAVAILABLE', retryable: false };
const balances = { status: 503, code: 'BALANCES_UNAVAILABLE', retryable: false };
const nobody = { status: 401, code: 'UNAUTHENTICATED' };

test.each([
  ['as published', {}, 'pass'],
  ['algos served', { algos: { status: 200 } }, 'violated'],
  ['algos not found', { algos: { status: 404, code: 'NOT_FOUND' } }, 'violated'],
  ['algos with a position', { algos: { ...algos, position: 3 } }, 'violated'],
  ['algos retryable', { algos: { ...algos, retryable: true } }, 'violated'],
  ['balances empty', { balances: { status: 200 } }, 'violated'],
  ['balances retryable', { balances: { ...balances, retryable: true } }, 'violated'],
  ['told to nobody', { nobody: algos }, 'violated'],
] as const satisfies readonly (readonly [
  string,
  Partial<Record<'algos' | 'balances' | 'nobody', AnswerOptions>>,
  string,
])[])('%s', (_, otherwise, verdict) => {
  const answers = { algos, balances, nobody, ...otherwise };
  const history = historyOf({
    algos: [answer('GET /algos/instances', algos), answer('POST /algos/halt', answers.algos)],
    balances: answer('GET /account-balances', answers.balances),
    nobody: answer('GET /algos/instances', answers.nobody),
  });
  expect(judged(missingSurface, history, undefined).verdict).toBe(verdict);
});
