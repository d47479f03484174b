import { describe, expect, test } from 'vitest';
import { intakeRate } from '../checks/cred/intake.check.ts';
import { rateCeilingIsFinal } from '../checks/err/rules-of-refusals.check.ts';
import { ceilingIsRecorded } from '../checks/pol/caps.check.ts';
import { governingCapBinds, tighterCapBinds } from '../checks/pol/counted-caps.check.ts';
import { answer } from '../testing/sample-history.ts';
import { isPushBack } from './outcome-of.ts';

describe('the run slows down for', () => {
  test.each([
    ['a member that is busy', { status: 429, code: 'IN_FLIGHT_FULL', retryable: true }, true],
    ['a ceiling that is met by chance', { status: 429, code: 'RATE_CEILING', retryable: false }, true],
    ['a member that catches up', { status: 503, code: 'NOT_PRIMED', retryable: true }, true],
    ['a proxy without a member', { status: 503 }, true],
  ] as const)('%s', (_, came, isIt) => {
    expect(isPushBack(answer('POST /orders', came)(1, null))).toBe(isIt);
  });

  test('not for a surface that is never there', () => {
    const came = { status: 503, code: 'ALGOS_UNAVAILABLE', retryable: false };
    expect(isPushBack(answer('GET /algos/instances', came)(1, null))).toBe(false);
  });
});

test.each([ceilingIsRecorded, governingCapBinds, tighterCapBinds, rateCeilingIsFinal, intakeRate])(
  '$id provokes a 429, so that says nothing about the pace of the run',
  ({ busy }) => {
    expect(busy).toBe('judged');
  },
);
