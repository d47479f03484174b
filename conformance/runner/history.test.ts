import { describe, expect, test } from 'vitest';
import { answer, historyOf, unanswered } from '../testing/sample-history.ts';

const history = historyOf(
  {
    first: answer('POST /orders', { status: 201 }),
    again: [answer('POST /orders', { status: 201 }), unanswered('POST /orders')],
    page: answer('GET /orders', { status: 200, actor: 'outsider' }),
  },
  { rest: '0.12.0' },
);

describe('a history', () => {
  test('finds exchanges by label, route and actor, in order of sending', () => {
    expect(history.one('first').n).toBe(1);
    expect(history.labelled('again').map(({ n }) => n)).toEqual([2, 3]);
    expect(history.of('POST /orders').map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(history.by('outsider').map(({ n }) => n)).toEqual([4]);
    expect([history.answered.length, history.unanswered.length, history.writes.length]).toEqual([3, 1, 3]);
    expect([history.maybe('page')?.n, history.maybe('nothing')]).toEqual([4, undefined]);
  });

  test('`one` returns the only exchange of a label', () => {
    expect(() => history.one('nothing')).toThrow("no exchange is labelled 'nothing'");
    expect(() => history.one('again')).toThrow("more than one exchange is labelled 'again'");
  });

  test('knows the contract of its target', () =>
    expect([history.since('0.11.4'), history.since('0.13.0')]).toEqual([true, false]));
});
