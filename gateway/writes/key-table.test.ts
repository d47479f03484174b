import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KEY, KEY_EVENTS, KEY_STATES, type KeyEvent, type KeyState, owesOutcome, stepOf } from './key-table.ts';

/** The states without an outcome. */
const IN_PROGRESS: readonly KeyState[] = KEY_STATES.slice(0, KEY_STATES.indexOf('settled'));

const eventsOf = (state: KeyState): readonly KeyEvent[] =>
  KEY_EVENTS.filter((event) => KEY[state][event] !== undefined);

const transitions = IN_PROGRESS.flatMap((from) =>
  eventsOf(from).map((event) => {
    const { to, does } = stepOf(from, event);
    return `${from} ${event} ${to === from && does.length === 0 ? '-' : [to, ...does].join(' ')}`;
  }),
);

test('every transition of a key in progress is one of these', () => {
  expect(transitions).toEqual([
    'claimed send sent submit',
    'claimed promise claimed-promised',
    'claimed retry -',
    'claimed refuse freed stop-timer leave-journal notify-waiters',
    'claimed apply settled stop-timer leave-journal notify-waiters',
    'claimed interrupt freed stop-timer leave-journal notify-waiters',
    'claimed stop abandoned stop-timer leave-journal',
    'claimed-promised send sent-promised watch submit',
    'claimed-promised promise -',
    'claimed-promised retry -',
    'claimed-promised refuse freed stop-timer leave-journal notify-waiters',
    'claimed-promised apply settled stop-timer leave-journal notify-waiters',
    'claimed-promised interrupt freed stop-timer leave-journal notify-waiters',
    'claimed-promised stop abandoned stop-timer leave-journal',
    'sent promise sent-promised watch',
    'sent retry -',
    'sent reply-taken taken',
    'sent reply-not-taken freed stop-timer leave-journal notify-waiters',
    'sent reply-key-reused freed stop-timer leave-journal notify-waiters',
    'sent apply settled stop-timer leave-journal notify-waiters',
    'sent interrupt -',
    'sent stop abandoned stop-timer leave-journal',
    'sent-promised promise -',
    'sent-promised retry sent-promised lengthen-silence watch submit',
    'sent-promised reply-taken taken-promised stop-timer',
    'sent-promised reply-not-taken resending-promised resend-later',
    'sent-promised reply-key-reused freed stop-timer leave-journal notify-waiters',
    'sent-promised silence sent-promised lengthen-silence watch submit',
    'sent-promised apply settled stop-timer leave-journal notify-waiters',
    'sent-promised interrupt -',
    'sent-promised stop abandoned stop-timer leave-journal',
    'resending-promised promise -',
    'resending-promised retry -',
    'resending-promised resend-due sent-promised watch submit',
    'resending-promised apply settled stop-timer leave-journal notify-waiters',
    'resending-promised interrupt -',
    'resending-promised stop abandoned stop-timer leave-journal',
    'taken promise taken-promised',
    'taken retry -',
    'taken apply settled stop-timer leave-journal notify-waiters',
    'taken interrupt -',
    'taken stop abandoned stop-timer leave-journal',
    'taken-promised promise -',
    'taken-promised retry -',
    'taken-promised apply settled stop-timer leave-journal notify-waiters',
    'taken-promised interrupt -',
    'taken-promised stop abandoned stop-timer leave-journal',
  ]);
});

test('an event without a cell throws', () => {
  expect(() => stepOf('claimed', 'reply-taken')).toThrow(
    'the event reply-taken cannot happen to a key that is claimed',
  );
});

/** Sequences of possible events. */
const lives: fc.Arbitrary<readonly KeyState[]> = fc.array(fc.nat(), { maxLength: 30 }).map((choices) => {
  const states: KeyState[] = ['claimed'];
  for (const choice of choices) {
    const state = states.at(-1) ?? 'claimed';
    const events = eventsOf(state);
    const event = events[choice % events.length];
    if (event !== undefined) states.push(stepOf(state, event).to);
  }
  return states;
});

test('after any events, a key in progress can be settled, an outcome ends it, and a promise is owed until then', () => {
  fc.assert(
    fc.property(lives, (states) => {
      for (const [index, state] of states.entries()) {
        const next = states[index + 1];
        if (IN_PROGRESS.includes(state)) expect(stepOf(state, 'apply').to).toBe('settled');
        else expect([state, undefined]).toContain(next);
        if (owesOutcome(state) && next !== undefined && IN_PROGRESS.includes(next))
          expect(owesOutcome(next)).toBe(true);
      }
    }),
  );
});

test('every state is reached, and a promise once sent is given up only for a reused key or a stopped member', () => {
  const reached = new Set<KeyState>(['claimed']);
  for (const state of reached) for (const event of eventsOf(state)) reached.add(stepOf(state, event).to);
  expect([...reached].toSorted()).toEqual([...KEY_STATES].toSorted());
  const givenUp = transitions.filter((line) => /^(sent|resending|taken)-promised .* (freed|abandoned) /.test(line));
  expect([...new Set(givenUp.map((line) => line.split(' ')[1]))].toSorted()).toEqual(['reply-key-reused', 'stop']);
});
