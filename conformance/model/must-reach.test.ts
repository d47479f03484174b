import { describe, expect, test } from 'vitest';
import type { Sample } from '../runner/sample-history.ts';
import { answer, historyOf } from '../runner/sample-history.ts';
import { ANY_TARGET } from '../target/target-facts.ts';
import { chronicleOf } from './chronicle.ts';
import { reachedStates, statesWithin } from './must-reach.ts';
import { accepted, cancelled, keyReused, page, refusedByOwner, submitted, turnedAway } from './sample-story.ts';
import { MISUSED_CURSORS } from './sequence/reads.ts';

const during = (sentAtMs: number, answeredAtMs: number) => ({ sentAtMs, answeredAtMs });
const refusedAs = (status: number, over: object = {}) =>
  answer('POST /orders', { status, code: 'REFUSED', key: 'a', position: 1, replay: true, ...over });
const cancel404 = (asOf: object) =>
  answer('POST /orders/9/cancel', { status: 404, code: 'NOT_FOUND', key: 'a', position: 1, ...asOf });
const cursor = (status: number) => answer('GET /orders?cursor=x', { status, code: 'INVALID_CURSOR' });

test.each<[string, Record<string, Sample>, Record<string, Sample>]>([
  ['202', { a: accepted('a') }, { a: submitted('a', 1) }],
  [
    'attach to a write in flight',
    { a: submitted('a', 1, during(1, 5)), b: submitted('a', 1, during(2, 5)) },
    { a: submitted('a', 1, during(1, 5)), b: submitted('a', 1, { ...during(2, 5), replay: true }) },
  ],
  ['replay of a success', { a: submitted('a', 1, { replay: true }) }, { a: submitted('a', 1) }],
  ["replay of an owner's 403", { a: refusedAs(403) }, { a: refusedAs(403, { replay: false }) }],
  ["replay of an owner's 409", { a: refusedAs(409) }, { a: keyReused('a') }],
  ["replay of an owner's 422", { a: refusedAs(422) }, { a: refusedByOwner('a', 1) }],
  ['a clamped limit', { a: page('?limit=101', 1, []) }, { a: page('?limit=100', 1, []) }],
  [
    'a previous page',
    { a: page('', 1, [], { previous: 'p q' }), b: page('?cursor=p+q', 1, []) },
    { a: page('', 1, [], { next: 'p q' }), b: page('?cursor=p+q', 1, []) },
  ],
  ...Object.values(MISUSED_CURSORS).map((label): [string, Record<string, Sample>, Record<string, Sample>] => [
    `INVALID_CURSOR of ${label}`,
    { [label]: cursor(400) },
    { other: cursor(400) },
  ]),
  ["a write's 404 with its as-of", { a: cancel404({ asOf: 1 }) }, { a: cancel404({}) }],
  [
    'INSTRUMENT_NOT_LIVE by the door',
    { a: turnedAway('a') },
    { a: refusedByOwner('a', 1, { code: 'INSTRUMENT_NOT_LIVE' }) },
  ],
  [
    'INSTRUMENT_NOT_LIVE by the owner',
    { a: refusedByOwner('a', 1, { code: 'INSTRUMENT_NOT_LIVE' }) },
    { a: turnedAway('a') },
  ],
  [
    'a key used again on another resource',
    { a: cancelled('a', ['b', 1], 2), b: keyReused('a', 'POST /orders/9/cancel') },
    { a: submitted('a', 1), b: keyReused('a', 'POST /orders/9/cancel') },
  ],
])('%s', (state, reaching, missing) => {
  expect(reachedStates(chronicleOf(historyOf(reaching)))).toContain(state);
  expect(reachedStates(chronicleOf(historyOf(missing)))).not.toContain(state);
});

describe('what cannot be reached is not asked for', () => {
  const reach = { fixtures: { unpricedInstrument: { id: 3, symbol: 'X' } }, controlled: true, target: ANY_TARGET };
  const all = statesWithin(reach);
  test.each([
    ['without a control plane', { ...reach, controlled: false }, ['202', 'attach to a write in flight']],
    ['without an instrument that has no quote', { ...reach, fixtures: {} }, ["replay of an owner's 409"]],
    [
      'before pages',
      { ...reach, target: { ...ANY_TARGET, rest: '0.12.0' } },
      [
        'a clamped limit',
        'a previous page',
        ...Object.values(MISUSED_CURSORS).map((label) => `INVALID_CURSOR of ${label}`),
        "a write's 404 with its as-of",
      ],
    ],
  ])('%s', (_, given, left) => {
    const states = statesWithin(given);
    expect(all.filter((state) => !states.includes(state))).toEqual(left);
  });
});
