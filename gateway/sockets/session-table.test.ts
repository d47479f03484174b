import { expect, test } from 'vitest';
import { SESSION_EFFECTS, SESSION_EVENTS, SESSION_STATES, stepOf } from './session-table.ts';

const STEPS = SESSION_STATES.flatMap((from) =>
  SESSION_EVENTS.flatMap((event) => {
    const step = stepOf(from, event);
    return step === undefined ? [] : [{ from, event, ...step }];
  }),
);

test('every event moves some state, and some step has every effect', () => {
  expect([...new Set(STEPS.map(({ event }) => event))].toSorted()).toEqual([...SESSION_EVENTS].toSorted());
  expect([...new Set(STEPS.map(({ does }) => does))].toSorted()).toEqual([...SESSION_EFFECTS].toSorted());
});

test('a session never goes back, and a drain or the client can end every state but the last', () => {
  for (const { from, to } of STEPS)
    expect(SESSION_STATES.indexOf(to)).toBeGreaterThanOrEqual(SESSION_STATES.indexOf(from));
  for (const state of ['opening', 'unauthenticated'] as const) {
    expect([stepOf(state, 'drained')?.to, stepOf(state, 'gone')?.to]).toEqual(['closing', 'closed']);
  }
  expect([stepOf('open', 'drained')?.to, stepOf('leaving', 'answered')?.to]).toEqual(['leaving', 'closing']);
  expect(STEPS.filter(({ from }) => from === 'closing').map(({ event }) => event)).toEqual(['gone']);
  expect(STEPS.filter(({ from }) => from === 'closed')).toEqual([]);
});

test('only its first frame or op auth opens a session', () => {
  const opens = STEPS.filter(({ from, to }) => from !== 'open' && to === 'open');
  expect(opens.map(({ from, event, does }) => [from, event, does])).toEqual([
    ['opening', 'admitted', 'greet'],
    ['unauthenticated', 'granted', 'renew'],
  ]);
});
