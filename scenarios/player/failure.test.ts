import { describe, expect, test } from 'vitest';
import type { Exchange, RecordedResponse } from '../../conformance/member/exchange/exchange.ts';
import { failureLines } from './failure.ts';
import type { PlayedStep, SocketMessage } from './played.ts';
import { plain } from './terminal-text.ts';

const AT = { line: 5, column: 3 };
const REQUEST = {
  method: 'POST',
  path: '/orders',
  headers: [
    ['Authorization', 'Bearer <token of trader>'],
    ['Idempotency-Key', 'k1'],
  ],
  body: '{"id":9007199254740993}',
} as const;

function exchange(response: RecordedResponse | null, failure: string | null = null): Exchange {
  const times = { sentAtMs: 0, answeredAtMs: 1 };
  return { n: 1, label: null, actor: 'trader', request: REQUEST, ...times, response, failure };
}

function failed(more: Partial<PlayedStep>): readonly string[] {
  const played: PlayedStep = {
    step: { kind: 'wait', n: 1, phase: 'storm', at: AT, ms: 0 },
    verdict: 'fail',
    mismatches: [{ what: 'status', expected: '201', seen: '422', at: AT }],
    exchanges: [],
    messages: [],
    ...{ fromMs: 0, toMs: 0, movedMs: 0 },
    ...more,
  };
  return failureLines(played, plain, 'one.yaml');
}

const answer = (body: string, status = 422): RecordedResponse => ({
  status,
  headers: [
    ['X-Request-Id', 'r-1'],
    ['Date', 'Mon, 05 Jan 2026 00:00:00 GMT'],
  ],
  body,
});

describe('what a failed step shows', () => {
  test('each difference with its place, the refusal, and the exchange without token and dull headers', () => {
    const body = '{"error":{"code":"TICK","message":"a whole\\u001b[31m message"}}';
    expect(failed({ exchanges: [exchange(null, 'reset'), exchange(answer(body))] })).toEqual([
      'status: expected 201, seen 422  one.yaml:5:3',
      'refused TICK: a whole\ufffd[31m message',
      'sent as trader, the last of 2 tries',
      '  POST /orders',
      '  Idempotency-Key: k1',
      '  {"id":9007199254740993}',
      'answered 422',
      '  X-Request-Id: r-1',
      '  {"error":{"code":"TICK","message":"a whole\\u001b[31m message"}}',
    ]);
  });

  test('nothing of a target reaches the terminal as it is', () => {
    const hostile = 'a\u001b]0;title\u0007\u202eb\u0085\u2028';
    const exchanges = [exchange({ status: 500, headers: [['X-Odd', hostile]], body: hostile })];
    const mismatches = [{ what: `header ${hostile}`, expected: hostile, seen: hostile, at: AT }];
    expect(failed({ exchanges, mismatches }).join('')).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
  });

  test('a long body is cut, with the number of lines that are missing', () => {
    const lines = failed({
      exchanges: [exchange(answer(JSON.stringify(Array.from({ length: 100 }, (_, i) => i)), 200))],
    });
    expect(lines.at(-1)).toBe('  ... 78 more lines (--transcript has all of it)');
    expect(lines.length).toBeLessThan(40);
  });

  test('many differences are cut, too', () => {
    const mismatches = Array.from({ length: 20 }, (_, i) => ({ what: `body a${i}`, expected: '1', seen: '2', at: AT }));
    expect(failed({ mismatches })).toHaveLength(13);
    expect(failed({ mismatches }).at(-1)).toBe('and 8 more differences');
  });

  test('no answer: why the outcome is unknown, and what was sent', () => {
    const lines = failed({
      verdict: 'inconclusive',
      mismatches: [],
      why: 'no answer came (reset)',
      exchanges: [exchange(null, 'reset')],
    });
    expect(lines[0]).toBe('no answer came (reset)  one.yaml:5:3');
    expect(lines.at(-1)).toBe('no answer (reset)');
  });

  test('the last frames of a socket, and its close', () => {
    const frame = (n: number): SocketMessage => ({
      socket: 's',
      frame: { n, direction: 'received', atMs: 0, text: `{"n":${n}}` },
    });
    const closed = { n: 9, atMs: 0, code: 4001, reason: 'expired', by: 'target', failure: null } as const;
    const lines = failed({ messages: [...[1, 2, 3, 4, 5].map(frame), { socket: 's', closed }] });
    expect(lines.slice(1, 4)).toEqual(['1 earlier frame (--transcript has all of them)', 'received on s', '  {"n":2}']);
    expect(lines.at(-1)).toBe('s closed with 4001 by the target: expired');
  });

  test('a step that did not fail shows nothing', () => {
    expect(failed({ verdict: 'pass', exchanges: [exchange(answer('{}'))] })).toEqual([]);
  });
});
