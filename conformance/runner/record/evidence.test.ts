import { describe, expect, test } from 'vitest';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { evidenceOf } from './evidence.ts';

describe('evidence', () => {
  const { exchanges } = historyOf(
    Array.from({ length: 100 }, () => answer('GET /me', { status: 200, body: 'x'.repeat(20_000) })),
  );

  test('of a failure keeps the exchanges that the judge names and the last ones, in order', () => {
    const kept = evidenceOf(exchanges, exchanges.slice(2, 3), false).map(({ n }) => n);
    expect(kept).toHaveLength(40);
    expect([kept[0], kept[1], kept.at(-1)]).toEqual([3, 62, 100]);
  });

  test('of a pass keeps few exchanges, and shortens long bodies', () => {
    const kept = evidenceOf(exchanges, [], true);
    expect(kept).toHaveLength(2);
    expect(kept[0]?.response?.body).toMatch(/^x{256}\.\.\. \(20000 characters\)$/);
  });

  test('of a pass leaves out headers that only carry the message, and of a failure none', () => {
    const headers = { Date: 'now', 'X-Request-Id': 'request-1' };
    const sent = historyOf({ sent: answer('GET /me', { status: 200, headers }) }).exchanges;
    const names = (passed: boolean) =>
      evidenceOf(sent, [], passed)[0]?.response?.headers.map(([name]) => name.toLowerCase()) ?? [];
    expect(names(true)).toContain('x-request-id');
    expect([names(true).includes('date'), names(false).includes('date')]).toEqual([false, true]);
  });

  test('of a short history keeps everything', () => {
    expect(evidenceOf(exchanges.slice(0, 3), [], false)).toHaveLength(3);
    expect(evidenceOf([], [], false)).toEqual([]);
  });
});
