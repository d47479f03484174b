import { describe, expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { rowOfAnotherOrganisation } from './row-of-another-organisation.check.ts';

const NOT_FOUND = { status: 404, code: 'NOT_FOUND', position: 9, asOf: 99 } as const;

function historyWith(foreign: AnswerOptions, cancelForeign: AnswerOptions = NOT_FOUND, placed = 201) {
  return historyOf({
    placed: answer('POST /orders', { status: placed, body: { orderId: '500' } }),
    'read unheld': answer('GET /orders/499', { ...NOT_FOUND, message: 'no order 499' }),
    'read foreign': answer('GET /orders/500', { message: 'no order 500', ...foreign }),
    'cancel unheld': answer('POST /orders/499/cancel', NOT_FOUND),
    'cancel foreign': answer('POST /orders/500/cancel', cancelForeign),
    'execution unheld': answer('GET /executions/499', NOT_FOUND),
  });
}

describe('a row of another organisation', () => {
  test.each([
    ['as one that nobody holds, at a later position', { ...NOT_FOUND, position: 10, asOf: 100 }, 'pass'],
    ['served', { status: 200, body: { orderId: '500' } }, 'violated'],
    ['forbidden', { ...NOT_FOUND, status: 403, code: 'FORBIDDEN_PRINCIPAL' }, 'violated'],
    ['told apart by its code', { ...NOT_FOUND, code: 'NOT_YOURS' }, 'violated'],
    ['told apart by its message', { ...NOT_FOUND, message: 'order 500 is another organisation’s' }, 'violated'],
    ['told apart by a header', { ...NOT_FOUND, headers: { ETag: '"3"' } }, 'violated'],
    ['told apart by a header that is missing', { status: 404, code: 'NOT_FOUND' }, 'violated'],
    ['told apart by retryable', { ...NOT_FOUND, retryable: true }, 'violated'],
  ] as const)('read: %s', (_, foreign, verdict) => {
    expect(judged(rowOfAnotherOrganisation, historyWith(foreign)).verdict).toBe(verdict);
  });

  test('cancelled: its cancel is taken', () => {
    const taken = { status: 200, position: 11, body: { orderId: '500' } };
    expect(judged(rowOfAnotherOrganisation, historyWith(NOT_FOUND, taken)).verdict).toBe('violated');
  });

  test('none to be had, no verdict', () => {
    expect(judged(rowOfAnotherOrganisation, historyWith(NOT_FOUND, NOT_FOUND, 422)).verdict).toBe('inconclusive');
  });
});
