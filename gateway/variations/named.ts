import { VARIATIONS } from './index.ts';
import type { Variation } from './variation.ts';

/** Names that stand for several variations. */
export const GROUPS: Readonly<Record<string, readonly Variation[]>> = { all: VARIATIONS };

/**
 * The variations of these names and groups, each once, in the order of the table.
 * @throws RangeError for an unknown name
 */
export function variationsNamed(stated: readonly (string | Variation)[]): readonly Variation[] {
  const given = stated.flatMap((one) => (typeof one === 'string' ? named(one) : [one]));
  const known = VARIATIONS.filter((one) => given.includes(one));
  return [...known, ...new Set(given.filter((one) => !VARIATIONS.includes(one)))];
}

/** Every name that `variationsNamed` takes. */
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
