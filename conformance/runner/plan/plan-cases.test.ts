import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REQUIREMENTS } from '../../contract/requirements.ts';
import { type Choice, planCases, type Taken } from './plan-cases.ts';

const IDS = REQUIREMENTS.slice(0, 12).map(({ id }) => id);

const choices: fc.Arbitrary<readonly Choice[]> = fc
  .array(
    fc.record({
      cases: fc.array(fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 5,
      }),
      first: fc.integer({ min: 1, max: 40 }),
      each: fc.integer({ min: 1, max: 10 }),
      least: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((rows) =>
    rows.map(({ cases, ...row }, i) => {
      return { ...row, id: `area/${i}`, cases: cases.map((shows, k) => ({ name: `case ${k}`, shows })) };
    }),
  );
const budget = fc.integer({ min: 0, max: 200 });
const seed = fc.nat();

const costOf = ({ first, each }: Choice, count: number) => (count === 0 ? 0 : first + (count - 1) * each);

function spent(all: readonly Choice[], taken: Taken): number {
  return all.reduce((sum, choice) => sum + costOf(choice, taken.get(choice.id)?.length ?? 0), 0);
}

function shown(all: readonly Choice[], taken: Taken): ReadonlySet<string> {
  return new Set(
    all.flatMap(({ id, cases }) =>
      cases.filter(({ name }) => taken.get(id)?.includes(name)).flatMap((one) => one.shows),
    ),
  );
}

test('a plan keeps its budget, and takes each case once', () => {
  fc.assert(
    fc.property(choices, budget, seed, (all, most, from) => {
      const taken = planCases(all, most, from);
      expect(spent(all, taken)).toBeLessThanOrEqual(most);
      for (const names of taken.values()) expect(new Set(names).size).toBe(names.length);
    }),
  );
});

test('every requirement that fits is in', () => {
  fc.assert(
    fc.property(choices, budget, seed, (all, most, from) => {
      const taken = planCases(all, most, from);
      const left = most - spent(all, taken);
      const seen = shown(all, taken);
      for (const choice of all) {
        const count = taken.get(choice.id)?.length ?? 0;
        const more = Math.max(1, count === 0 ? Math.min(choice.least ?? 1, choice.cases.length) : 1);
        if (costOf(choice, count + more) - costOf(choice, count) > left) continue;
        for (const { shows } of choice.cases) expect([...seen]).toEqual(expect.arrayContaining([...shows]));
      }
    }),
  );
});

test('more budget never exercises less', () => {
  fc.assert(
    fc.property(choices, budget, fc.integer({ min: 0, max: 50 }), seed, (all, less, more, from) => {
      expect(shown(all, planCases(all, less + more, from)).size).toBeGreaterThanOrEqual(
        shown(all, planCases(all, less, from)).size,
      );
    }),
    { numRuns: 500 },
  );
});

test('the same seed gives the same plan, and seeds in a row take other cases of a large family', () => {
  const family: readonly Choice[] = [
    { id: 'page/family', cases: IDS.map((id) => ({ name: id, shows: ['PAGE-01'] })), first: 4, each: 2 },
  ];
  const taken = (from: number) => planCases(family, 10, from).get('page/family');
  expect(taken(3)).toEqual(taken(3));
  expect(taken(3)).toHaveLength(4);
  const seen = new Set(Array.from({ length: 12 }, (_, i) => taken(i) ?? []).flat());
  expect(seen.size).toBe(IDS.length);
});

test('the next case of a family is the one least like those taken: another route and another defect first', () => {
  const names = ['/orders', '/users', '/accounts'].flatMap((path) =>
    ['no key', 'a user', 'no JSON'].map((what) => `POST ${path}, ${what}`),
  );
  const all: readonly Choice[] = [
    { id: 'a/wide', cases: names.map((name) => ({ name, shows: ['ERR-01'] })), first: 1, each: 1 },
  ];
  for (const from of [1, 2, 3, 4, 5]) {
    const taken = planCases(all, 3, from).get('a/wide') ?? [];
    const [paths, whats] = [0, 1].map((i) => new Set(taken.map((name) => name.split(', ')[i])));
    expect([paths?.size, whats?.size]).toEqual([3, 3]);
  }
});

test('what is left over is spent on checks that were not taken before further cases of those that were', () => {
  const all: readonly Choice[] = [
    { id: 'a/wide', cases: IDS.map((id) => ({ name: id, shows: ['ERR-01'] })), first: 2, each: 2 },
    { id: 'a/other', cases: [{ name: 'a/other', shows: ['ERR-01'] }], first: 3, each: 0 },
  ];
  expect(planCases(all, 5, 1).has('a/other')).toBe(true);
  expect(planCases(all, Number.POSITIVE_INFINITY, 1).get('a/wide')).toHaveLength(IDS.length);
});
