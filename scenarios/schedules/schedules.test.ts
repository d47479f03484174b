import { describe, expect, test } from 'vitest';
import { ScenarioProblem } from '../format/problem.ts';
import { actsOf, drawn, scheduleText, settingOf, singles, smaller } from './draw.ts';
import { KINDS } from './kinds.ts';
import { readScheduleFile, scheduleFileText } from './schedule-file.ts';
import { spotsOf, type Used } from './spots.ts';

const call = (method: string, path: string, query = '') => ({ kind: 'http', method, path, query });

/** What a client of orders and of the trading socket does. */
const USED: Used = {
  calls: [
    { kind: 'token', method: 'POST', path: '/identity/token', query: '' },
    call('POST', '/v1/ws-tickets'),
    { kind: 'handshake', method: 'GET', path: '/v1/ws/trading', query: 'ticket=x' },
    { kind: 'op', method: 'WS', path: '/v1/ws/trading', query: '', op: 'subscribe' },
    ...[call('POST', '/orders'), call('POST', '/orders'), call('GET', '/orders/17'), call('POST', '/orders/17/cancel')],
    ...[call('GET', '/portfolios/1'), call('PUT', '/portfolios/1'), call('GET', '/orders', 'limit=5')],
  ],
  frames: [
    { socket: 'trading', event: 'sessionOpened' },
    { socket: 'trading', event: 'orderUpdated' },
  ],
};

test('the names of kinds are distinct, and each kind has a spot at a client that does everything', () => {
  const names = KINDS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const struck = singles(USED, 1).flatMap(({ troubles }) => troubles.map(({ kind }) => kind));
  expect(names.filter((name) => !struck.includes(name))).toEqual([]);
});

test('a client without sockets meets no trouble of sockets', () => {
  const used = { calls: USED.calls.filter(({ kind }) => kind === 'http'), frames: [] };
  const kinds = singles(used, 1).flatMap(({ troubles }) => troubles.map(({ kind }) => kind));
  expect(kinds).toContain('answer-lost');
  expect(kinds.filter((kind) => /^(frame|session|handshake)/.test(kind))).toEqual([]);
});

test('spots count each place by itself, and name routes by their templates', () => {
  expect(spotsOf(USED, 'order').map(({ on: { path }, nth }) => [path, nth])).toEqual([
    ['/orders', 1],
    ['/orders/{id}/cancel', 1],
    ['/orders', 2],
  ]);
  expect(spotsOf(USED, 'row').map(({ on: { path } }) => path)).toEqual(['/portfolios/{id}']);
});

describe('drawn schedules', () => {
  test('are the same for the same seed, and others for another', () => {
    expect(drawn(USED, 7, 40)).toEqual(drawn(USED, 7, 40));
    expect(drawn(USED, 7, 40)).not.toEqual(drawn(USED, 8, 40));
  });

  test('have one to four troubles of different kinds, each in words', () => {
    for (const schedule of drawn(USED, 3, 200)) {
      const kinds = schedule.troubles.map(({ kind }) => kind);
      expect(kinds.length).toBeGreaterThan(0);
      expect(kinds.length).toBeLessThanOrEqual(4);
      expect(new Set(kinds).size).toBe(kinds.length);
      expect(scheduleText(schedule).filter((text) => text.trim() === '' || text.includes('undefined'))).toEqual([]);
      expect(actsOf(schedule)).toBeDefined();
      expect(settingOf(schedule)).toBeDefined();
    }
  });

  test('survive a file', () => {
    for (const schedule of drawn(USED, 5, 60)) {
      const text = scheduleFileText({ rule: 'CLI-01', schedule }, 'the answer was lost;\nthe client sent it again');
      expect(readScheduleFile(text, 'a.yaml')).toEqual({ rule: 'CLI-01', schedule });
    }
  });

  test('have smaller ones with a trouble less, or an earlier one', () => {
    const [one] = drawn(USED, 11, 200).filter(({ troubles }) => troubles.length === 3);
    expect(
      smaller(one ?? { seed: 1, troubles: [] })
        .slice(0, 3)
        .map(({ troubles }) => troubles.length),
    ).toEqual([2, 2, 2]);
    expect(smaller({ seed: 1, troubles: [{ kind: 'short-tokens' }] })).toEqual([]);
  });
});

test.each([
  ['troubles: [{ kind: answer-list }]\nseed: 1', /1:.*there is no kind answer-list; there are answer-lost/],
  ['seed: 1\ntroubles:\n  - kind: answer-lost', /3:.*strikes one answer: state at/],
  ['seed: one\ntroubles: []', /1:7/],
  ['seed: 1', /troubles|1:1/],
  ['seed: 1\ntroubles: [{ kind: short-tokens, at: { on: {}, nth: 0 } }]', /2:/],
])('a file that says %j is refused in one line', (text, said) => {
  let problem: unknown;
  try {
    readScheduleFile(text, 'a.yaml');
  } catch (error) {
    problem = error;
  }
  expect(problem).toBeInstanceOf(ScenarioProblem);
  expect((problem as Error).message).toMatch(said);
});
