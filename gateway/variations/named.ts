import { VARIATIONS } from './index.ts';
import { BODIES_VARIATIONS } from './rows/bodies.ts';
import { SLOW_VARIATIONS } from './rows/slow.ts';
import { STRANGE_VARIATIONS } from './rows/strange.ts';
import type { Variation } from './variation.ts';

const SLOW_AND_STRANGE: readonly Variation[] = [...SLOW_VARIATIONS, ...STRANGE_VARIATIONS];

/** Variations of the slow, strange member in addition to its own rows. */
const ALSO_STRANGE: readonly string[] = [
  'other-order-states',
  'other-policy-states',
  'other-user-states',
  'other-instance-states',
  'other-operation-states',
  'other-pending-transition',
  'further-members',
  'further-frame-members',
  'further-capability',
  'unknown-body-members-ignored',
  'retry-after-date',
  'ticket-retry-after-date',
  'no-body-on-202',
];

/** Names that stand for several variations. */
export const GROUPS: Readonly<Record<string, readonly Variation[]>> = {
  all: VARIATIONS,
  /** The other branches of decisions.md, and what the interface leaves open: a member as fast as the sandbox's. */
  decisions: VARIATIONS.filter((one) => !SLOW_AND_STRANGE.includes(one) && !BODIES_VARIATIONS.includes(one)),
  /** A slow, strange member. */
  strange: VARIATIONS.filter((one) => SLOW_AND_STRANGE.includes(one) || ALSO_STRANGE.includes(one.name)),
};

/**
 * The variations of these names and groups, each once, in the order of the table.
 * @throws RangeError for an unknown name
 */
export function variationsNamed(stated: readonly (string | Variation)[]): readonly Variation[] {
  const given = stated.flatMap((one) => (typeof one === 'string' ? named(one) : [one]));
  const known = VARIATIONS.filter((one) => given.includes(one));
  return [...known, ...new Set(given.filter((one) => !VARIATIONS.includes(one)))];
}

/** Every name that `variationsNamed` accepts. */
export function variationNames(): readonly string[] {
  return [...Object.keys(GROUPS), ...VARIATIONS.map(({ name }) => name)];
}

function named(name: string): readonly Variation[] {
  const group = GROUPS[name];
  if (group !== undefined) return group;
  const found = VARIATIONS.find((one) => one.name === name);
  if (found === undefined) throw new RangeError(`there is no variation ${name}`);
  return [found];
}
