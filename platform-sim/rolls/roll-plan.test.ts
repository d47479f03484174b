import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VERSIONS, type Version } from '../../gateway/contract/versions.ts';
import { after, type Fleet, type RollStep, walked } from './fleet.ts';
import { planRoll } from './roll-plan.ts';

const version = fc.constantFrom<Version>(...VERSIONS);
/** With at least one present member. */
const fleet = fc
  .array(fc.record({ version, isAway: fc.boolean() }), { minLength: 1, maxLength: 6 })
  .map((members): Fleet => members.map((member, index) => ({ name: `m${index + 1}`, ...member })))
  .filter((members) => members.some(({ isAway }) => !isAway));
const terms = fc.record(
  { seed: fc.nat(), from: version, to: version, back: fc.boolean(), allAway: fc.boolean() },
  { requiredKeys: ['seed', 'to'] },
);

test('a plan is bounded, each step is legal, some member is always present, and it ends where it must', () => {
  fc.assert(
    fc.property(fleet, terms, (members, { allAway = false, ...stated }) => {
      const steps = planRoll(members, { allAway, ...stated });
      expect(steps.length).toBeLessThanOrEqual(27 * members.length);
      let now: Fleet = members;
      for (const step of steps) {
        now = after(now, step, { allAway }) as Fleet;
        expect(now).toBeInstanceOf(Array);
        if (!allAway) expect(now.some(({ isAway }) => !isAway)).toBe(true);
      }
      const { from, to, back = false } = stated;
      expect(now).toEqual(members.map((member) => ({ ...member, version: back ? (from ?? member.version) : to })));
    }),
    { numRuns: 500 },
  );
});

test('the same seed and the same members: the same plan', () => {
  const plan = (seed: number) => planRoll(THREE, { seed, to: '0.14.0', back: true });
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);
  expect(seeds.map(plan)).toEqual(seeds.map(plan));
  expect(new Set(seeds.map((seed) => JSON.stringify(plan(seed)))).size).toBeGreaterThan(15);
});

const member = (name: string, isAway = false) => ({ name, version: '0.13.0' as Version, isAway });
const THREE: Fleet = ['m1', 'm2', 'm3'].map((name) => member(name));

test.each<[string, Fleet, RollStep[], RegExp | 'legal']>([
  ['an upgrade', THREE, [{ member: 'm1', do: 'upgrade', to: '0.14.0' }], 'legal'],
  ['an upgrade to an older version', THREE, [{ member: 'm1', do: 'upgrade', to: '0.12.0' }], /^\[0\]: m1 is at 0.13.0/],
  ['a downgrade to the same', THREE, [{ member: 'm1', do: 'downgrade', to: '0.13.0' }], /no downgrade/],
  ['an upgrade to nowhere', THREE, [{ member: 'm1', do: 'upgrade' }], /state the version/],
  ['a drain to a version', THREE, [{ member: 'm1', do: 'drain', to: '0.14.0' }], /goes to no version/],
  ['an unknown member', THREE, [{ member: 'm9', do: 'drain' }], /there is no m9, there are m1, m2, m3/],
  ['a return of a present member', THREE, [{ member: 'm1', do: 'return' }], /m1 is not drained/],
  [
    'a second drain',
    THREE,
    [
      { member: 'm1', do: 'drain' },
      { member: 'm1', do: 'drain' },
    ],
    /^\[1\]: m1 is drained/,
  ],
  ['the last that is there', [member('m1', true), member('m2')], [{ member: 'm2', do: 'drain' }], /nobody is left/],
  [
    'too many steps',
    THREE,
    Array.from({ length: 1001 }, () => ({ member: 'm1', do: 'restart' })),
    /1000 steps at the most/,
  ],
])('a stated plan: %s', (_, fleetThen, steps, expected) => {
  const end = walked(fleetThen, steps, {});
  if (expected === 'legal') expect(end).toBeInstanceOf(Array);
  else expect(end).toMatch(expected);
});
