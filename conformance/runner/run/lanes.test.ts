import { expect, test } from 'vitest';
import { sampleCheck } from '../../testing/stub-run.ts';
import type { Check, Need } from '../check.ts';
import { inLanes, type Place } from './lanes.ts';

const check = (id: string, over: Partial<Check> = {}) => sampleCheck({ id, needs: [], ...over });
const checks = (count: number, over: Partial<Check> = {}) =>
  Array.from({ length: count }, (_, i) => check(`a/${i}`, over));
const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Runs them, and returns the most that were at work at once, and the order in which they ended. */
async function watched(
  all: readonly Check[],
  limits: { readonly lanes: number; readonly openOrders?: number },
  act: (check: Check, place: Place) => Promise<void> = soon,
) {
  const atOnce: string[][] = [];
  const ended: string[] = [];
  const now = new Set<string>();
  const each = all.map((one) => ({ check: one }));
  await inLanes(each, limits, async ({ check: one }, place) => {
    now.add(one.id);
    atOnce.push([...now]);
    await act(one, place);
    now.delete(one.id);
    ended.push(one.id);
  });
  return { most: Math.max(...atOnce.map(({ length }) => length)), atOnce, ended };
}

test.each([1, 4, 16])('%i lanes have so many checks at once, and each runs once', async (lanes) => {
  const { most, ended } = await watched(checks(20), { lanes });
  expect(most).toBe(lanes);
  expect(new Set(ended).size).toBe(20);
  expect(ended).toHaveLength(20);
});

test('a check that waits gives its lane to another one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ended } = await watched([check('a/waits'), ...checks(3)], { lanes: 1 }, async (one, place) => {
    if (one.id === 'a/waits') await place.rest(promise);
    else await soon();
    if (one.id === 'a/2') resolve();
  });
  expect(ended).toEqual(['a/0', 'a/1', 'a/2', 'a/waits']);
});

test('without that it keeps its lane', async () => {
  const { ended } = await watched([check('a/waits'), ...checks(2)], { lanes: 1 });
  expect(ended).toEqual(['a/waits', 'a/0', 'a/1']);
});

test('the last requests of a run are sent by a check that waits for the others', async () => {
  const both = [check('a/last'), check('a/last too'), ...checks(4)];
  const { ended } = await watched(both, { lanes: 2 }, async (one, place) => {
    if (one.id.startsWith('a/last')) await place.othersDone();
    else await soon();
  });
  expect(ended.slice(-2).toSorted()).toEqual(['a/last', 'a/last too']);
});

test('what waits for the others holds nothing against them', async () => {
  const both = [
    check('a/last', { holds: ['algos'], needs: ['writes'], opens: 5 }),
    check('a/needs', { needs: ['algos', 'writes'] }),
  ];
  const { ended } = await watched(both, { lanes: 1, openOrders: 6 }, async (one, place) => {
    if (one.id === 'a/last') await place.othersDone();
  });
  expect(ended).toEqual(['a/needs', 'a/last']);
});

test.each<[string, readonly Need[], readonly Need[], number]>([
  ['holds what the other needs', ['algos'], ['algos'], 1],
  ['holds what the other does not need', ['algos'], ['balances'], 2],
  ['holds nothing', [], ['algos'], 2],
])('of two checks where one %s, at most so many run at once', async (_, holds, needs, most) => {
  const seen = await watched([check('a/holds', { holds }), check('a/needs', { needs })], { lanes: 4 });
  expect(seen.most).toBe(most);
  const otherWay = await watched([check('a/needs', { needs }), check('a/holds', { holds })], { lanes: 4 });
  expect(otherWay.most).toBe(most);
});

test('a principal that a check holds is not used beside it, nor by a check that could do without', async () => {
  const seen = await watched([check('a/holds', { holds: ['viewer'] }), check('a/uses', { others: ['viewer'] })], {
    lanes: 4,
  });
  expect(seen.most).toBe(1);
});

test('together they keep open orders within the limit of the profile', async () => {
  const writing = checks(6, { needs: ['writes'], opens: 4 });
  expect((await watched(writing, { lanes: 6, openOrders: 9 })).most).toBe(2);
  // One alone that would open more is left out by the plan, not held for ever.
  expect((await watched(writing, { lanes: 6, openOrders: 3 })).most).toBe(1);
  expect((await watched(checks(6, { opens: 4 }), { lanes: 6, openOrders: 3 })).most).toBe(6);
});

test('no check: it is done at once', async () => {
  await inLanes([], { lanes: 2 }, soon);
});
