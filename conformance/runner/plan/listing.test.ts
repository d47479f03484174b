import { describe, expect, test } from 'vitest';
import { answer, conversation, historyOf, said } from '../../testing/sample-history.ts';
import { sampleCheck } from '../../testing/stub-run.ts';
import { matchesGlob } from './glob.ts';
import { checkLines, requirementLines } from './listing.ts';
import { loadChecks } from './load-checks.ts';
import { sentCounts } from './sent-counts.ts';

describe('globs', () => {
  test.each([
    ['idem/one', 'idem/*', true],
    ['idem/one/two', 'idem/*', false],
    ['idem/one/two', 'idem/**', true],
    ['idem/one', 'idem/on?', true],
    ['idemxone', 'idem.one', false],
    ['idem/one', 'one', false],
  ])('%s by %s: %s', (text, pattern, matches) => expect(matchesGlob(text, pattern)).toBe(matches));
});

test('listings are aligned lines', () => {
  const checks = [sampleCheck({ id: 'a/b', needs: ['trader', 'writes'] }), sampleCheck({ id: 'a/longer', needs: [] })];
  expect(checkLines(checks)).toEqual([
    'a/b       RID-01  [trader writes]  a claim',
    'a/longer  RID-01  []               a claim',
  ]);
  const lines = requirementLines(checks);
  expect(lines.find((line) => line.startsWith('RID-01'))).toMatch(/^RID-01 +0\.12\.0 +any +2 checks +every response/);
  expect(lines.find((line) => line.startsWith('RID-02'))).toMatch(/no check yet/);
});

describe('in a terminal', () => {
  test.each([40, 80, 200])('of %i columns no line is wider, and nothing is left out', async (width) => {
    const checks = await loadChecks();
    for (const [lines, whole] of [
      [checkLines(checks, width), checkLines(checks)],
      [requirementLines(checks, width), requirementLines(checks)],
    ] as const) {
      expect(lines.filter((line) => line.length > width)).toEqual([]);
      const letters = (text: string) => text.replace(/\s+|proves|needs|since|[[\],]/g, '');
      expect([...letters(lines.join(''))].toSorted()).toEqual([...letters(whole.join(''))].toSorted());
    }
  });
});

test('counts requests, orders, tickets, sessions and rows, and the rows that cannot be deleted', () => {
  const { exchanges, conversations } = historyOf([
    answer('GET /users', { status: 200 }),
    answer('POST /users', { status: 201 }),
    answer('POST /users', { status: 201, replay: true }),
    answer('POST /users', { status: 422, code: 'INVALID_FIELD' }),
    answer('POST /asset-policies', { status: 201 }),
    answer('POST /orders', { status: 201 }),
    answer('POST /orders/5/cancel', { status: 200 }),
    answer('POST /v1/ws-tickets', { status: 200 }),
    conversation({ frames: [said({ op: 'auth', reqId: 'a' }), said({ op: 'submit', reqId: 'b', params: {} })] }),
  ]);
  expect(sentCounts(exchanges, conversations)).toEqual({
    requests: 8 + 1 + 2,
    orders: 2,
    tickets: 1,
    sessions: 1,
    rows: 2,
    staying: 1,
  });
});
