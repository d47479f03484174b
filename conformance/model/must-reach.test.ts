import { describe, expect, test } from 'vitest';
import { ANY_TARGET } from '../member/profile/target-facts.ts';
import type { Reach } from '../runner/check.ts';
import type { Sample } from '../testing/sample-history.ts';
import { answer, historyOf } from '../testing/sample-history.ts';
import {
  accepted,
  cancelled,
  keyReused,
  orderRow,
  page,
  readOf,
  refusedByOwner,
  rowRead,
  submitted,
  turnedAway,
  wrote,
} from '../testing/sample-story.ts';
import { chronicleOf } from './chronicle.ts';
import { MISUSED_CURSORS } from './labels.ts';
import { ANSWER_STATES, RECORD_STATES, reachedStates, statesWithin } from './must-reach.ts';

const during = (sentAtMs: number, answeredAtMs: number) => ({ sentAtMs, answeredAtMs });
const refusedAs = (status: number, over: object = {}) =>
  answer('POST /orders', { status, code: 'REFUSED', key: 'a', position: 1, replay: true, ...over });
const cancel404 = (asOf: object) =>
  answer('POST /orders/9/cancel', { status: 404, code: 'NOT_FOUND', key: 'a', position: 1, ...asOf });
const document = (outcome: string) => readOf('/algos/instances/3/configs/1', 1, { seq: 1, outcome });
const CLERK = { sent: { Authorization: 'Bearer <minted token of trader>' } };
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
  [
    'a read after a write',
    { a: submitted('a', 2, during(1, 2)), b: rowRead(2, 2, {}, during(3, 4)) },
    { a: submitted('a', 2, during(1, 4)), b: rowRead(2, 2, {}, during(3, 5)) },
  ],
  [
    'two positions with their times',
    { a: page('', 1, []), b: page('', 2, []) },
    { a: page('', 1, []), b: page('', 1, []) },
  ],
  [
    'a walk',
    { a: page('', 1, [], { next: 'c' }), b: page('?cursor=c', 1, [orderRow(1, 'a')]) },
    { a: page('', 1, [{}]) },
  ],
  [
    'a walk with a write in between',
    { a: page('', 1, [], { next: 'c' }), b: submitted('a', 2), c: page('?cursor=c', 2, [orderRow(1, 'b')]) },
    { a: submitted('a', 2), b: page('', 2, [], { next: 'c' }), c: page('?cursor=c', 2, [orderRow(1, 'b')]) },
  ],
  ['a total', { a: page('?include=total', 1, [{}], { total: 1 }) }, { a: page('', 1, [{}]) }],
  ["replay of an owner's 412", { a: refusedAs(412) }, { a: refusedAs(412, { replay: false }) }],
  ['SELF_APPROVAL', { a: refusedAs(403, { code: 'SELF_APPROVAL' }) }, { a: refusedAs(403) }],
  ['NOT_PROPOSER', { a: refusedAs(403, { code: 'NOT_PROPOSER' }) }, { a: refusedAs(403) }],
  [
    'a capability granted and cleared',
    { a: submitted('a', 1, CLERK), b: refusedAs(403, { code: 'CAPABILITY_DENIED', key: 'b', ...CLERK }) },
    { a: submitted('a', 1), b: refusedAs(403, { code: 'CAPABILITY_DENIED', key: 'b' }) },
  ],
  ['CONFIG_PENDING', { a: refusedAs(409, { code: 'CONFIG_PENDING' }) }, { a: refusedAs(409) }],
  ['CONFIG_SEQ_CONFLICT', { a: refusedAs(412, { code: 'CONFIG_SEQ_CONFLICT' }) }, { a: refusedAs(412) }],
  ['a document that waits', { a: document('STAGED') }, { a: document('APPLIED') }],
  ['a document refused', { a: document('REFUSED') }, { a: document('APPLIED') }],
  [
    'a halt of what was started',
    { a: wrote('POST /algos/halt', 1, { count: 2 }) },
    { a: wrote('POST /algos/halt', 1, { count: 0 }) },
  ],
])('%s', (state, reaching, missing) => {
  const reached = (samples: Record<string, Sample>) =>
    new Set([ANSWER_STATES, RECORD_STATES].flatMap((states) => reachedStates(states, chronicleOf(historyOf(samples)))));
  expect(reached(reaching)).toContain(state);
  expect(reached(missing)).not.toContain(state);
});

describe('a state that the target cannot reach is not required', () => {
  const reach: Reach = {
    fixtures: { unpricedInstrument: { id: 3, symbol: 'X' }, algoVersion: { id: 1, pool: 'a' } },
    controlled: true,
    destructive: true,
    target: { ...ANY_TARGET, strict: true },
    surfaces: {},
  };
  const paged = ['a clamped limit', 'a previous page', "a write's 404 with its as-of"];
  const walks = ['a walk with a write in between', 'a walk', 'a total'];
  const cursors = (causes: readonly (keyof typeof MISUSED_CURSORS)[]) =>
    causes.map((cause) => `INVALID_CURSOR of ${MISUSED_CURSORS[cause]}`);
  const ofAnyRow = cursors(['undecodable', 'collection', 'organisation']);
  const unpaged = ['a walk with a write in between', 'two positions with their times', ...paged, ...ofAnyRow];

  // biome-ignore format: an aligned table
  test.each<[string, Reach, readonly string[]]>([
    ['without a control plane',                 { ...reach, controlled: false }, ['202', 'attach to a write in flight']],
    ['without an instrument that has no quote', { ...reach, fixtures: {} }, ["replay of an owner's 409"]],
    ['before pages',                            { ...reach, target: { ...reach.target, rest: '0.12.0' } }, unpaged],
    ['on a deployed member',                    { ...reach, target: ANY_TARGET }, []],
    ['without destructive',                     { ...reach, destructive: false }, ["a write's 404 with its as-of", 'a key used again on another resource']],
  ])('orders: %s', (_, given, left) => expect(leftOut(ANSWER_STATES, reach, given)).toEqual(left));

  const ofAlgos = [
    'CONFIG_PENDING',
    'CONFIG_SEQ_CONFLICT',
    'a document that waits',
    'a document refused',
    'a halt of what was started',
  ];
  const uncontrolled = [
    '202',
    'attach to a write in flight',
    'a capability granted and cleared',
    ...ofAlgos.filter((state) => /PENDING|waits/.test(state)),
  ];
  const beforeAlgos = [...walks, ...ofAlgos, ...paged, ...ofAnyRow, ...cursors(['view', 'filter', 'mutated'])];
  // biome-ignore format: an aligned table
  test.each<[string, Reach, readonly string[]]>([
    ['without a control plane',   { ...reach, controlled: false },                           uncontrolled],
    ['without the algos surface', { ...reach, surfaces: { algos: false } },                  ofAlgos],
    ['without a version to run',  { ...reach, fixtures: {} },                                ofAlgos],
    ['before algos',              { ...reach, target: { ...reach.target, rest: '0.10.0' } }, beforeAlgos],
  ])('records: %s', (_, given, left) => expect(leftOut(RECORD_STATES, reach, given)).toEqual(left));

  test('records: a deployed member need not reach states that depend on a body of the sandbox', () => {
    const asked = statesWithin(RECORD_STATES, { ...reach, controlled: false, target: ANY_TARGET });
    expect(asked).toEqual([
      'a read after a write',
      ...walks,
      ...paged,
      ...cursors(['undecodable', 'collection', 'organisation', 'view']),
    ]);
  });
});

function leftOut(states: Parameters<typeof statesWithin>[0], all: Reach, given: Reach): readonly string[] {
  const within = statesWithin(states, given);
  return statesWithin(states, all).filter((state) => !within.includes(state));
}
