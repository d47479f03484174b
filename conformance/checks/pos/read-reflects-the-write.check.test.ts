import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { readReflectsTheWrite } from './read-reflects-the-write.check.ts';

const open = { orderId: '17', leavesQty: '1' };
const ended = { orderId: '17', leavesQty: '0' };
const good = {
  submitted: { status: 201, position: 7, body: open },
  row: { status: 200, position: 7, asOf: 9, body: open },
  page: { status: 200, position: 7, asOf: 9, body: { items: [open] } },
  cancelled: { status: 200, position: 8, body: ended },
  'row after': { status: 200, position: 8, asOf: 10, body: ended },
} satisfies Record<string, AnswerOptions>;

function verdictOf(over: Partial<Record<keyof typeof good, AnswerOptions>>, target = {}): string {
  const steps = Object.entries({ ...good, ...over }).map(
    ([label, of]) => [label, answer('GET /orders/17', of)] as const,
  );
  return judged(readReflectsTheWrite, historyOf(Object.fromEntries(steps), target)).verdict;
}

test.each([
  ['each read shows the write', {}, 'pass'],
  ['newer orders fill the page', { page: { ...good.page, body: { items: [{ orderId: '19' }] } } }, 'pass'],
  [
    'the venue moved the row on',
    { 'row after': { ...good['row after'], position: 9, body: { orderId: '17' } } },
    'pass',
  ],
  ['no row', { row: { status: 404, code: 'NOT_FOUND', position: 7, asOf: 9 } }, 'violated'],
  ['another row', { row: { ...good.row, body: { orderId: '16' } } }, 'violated'],
  ['a page without it', { page: { ...good.page, body: { items: [{ orderId: '16' }] } } }, 'violated'],
  ['an empty page', { page: { ...good.page, body: { items: [] } } }, 'violated'],
  ['the row from before the cancel', { 'row after': { ...good['row after'], body: open } }, 'violated'],
  [
    'a cancel that changed nothing',
    { cancelled: { ...good.cancelled, body: open }, 'row after': { ...good['row after'], body: open } },
    'pass',
  ],
  ['a member that is behind', { row: { status: 404, code: 'NOT_FOUND', position: 6, asOf: 8 } }, 'inconclusive'],
  ['no cancel', { cancelled: { status: 429, code: 'INBOX_FULL' } }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(verdictOf(over)).toBe(verdict);
});

test('our own member is never behind its own answer', () => {
  const behind = { row: { ...good.row, position: 6 } };
  expect(verdictOf(behind, { strict: true, singleMember: true })).toBe('violated');
});
