/** Draws schedules: each kind of trouble alone, then several at once, as a seed decides. */
import fc from 'fast-check';
import { KINDS, type Kind, kindNamed } from './kinds.ts';
import type { Act, Schedule, Setting, Trouble } from './schedule.ts';
import { spotsOf, spotText, type Used } from './spots.ts';

const MOST_AT_ONCE = 4;

/** The troubles of a kind that a client with these uses can meet. */
function troublesOf({ name: kind, over }: Kind, used: Used): readonly Trouble[] {
  return over === 'once' ? [{ kind }] : spotsOf(used, over).map((at) => ({ kind, at }));
}

/**
 * Each kind alone, at the first spot that it can strike, in the order of the table; kinds that the client gives no spot for
 * are left out.
 *
 * @param first names of kinds that come before the others, because rules are open that they exercise
 */
export function singles(used: Used, seed: number, first: readonly string[] = []): readonly Schedule[] {
  const place = ({ name }: Kind): number => (first.includes(name) ? 0 : 1);
  return KINDS.toSorted((a, b) => place(a) - place(b)).flatMap((kind) => {
    const [trouble] = troublesOf(kind, used);
    return trouble === undefined ? [] : [{ seed, troubles: [trouble] }];
  });
}

/** Further schedules: any trouble, and up to four at once. The same seed and uses give the same ones. */
export function drawn(used: Used, seed: number, count: number): readonly Schedule[] {
  const all = KINDS.flatMap((kind) => troublesOf(kind, used));
  if (all.length === 0 || count <= 0) return [];
  const troubles = fc.uniqueArray(fc.constantFrom(...all), {
    minLength: 1,
    maxLength: MOST_AT_ONCE,
    selector: ({ kind }) => kind,
  });
  const schedule = fc.record({ seed: fc.integer({ min: 1, max: 1_000 }), troubles });
  return fc.sample(schedule, { seed, numRuns: count });
}

/** Smaller schedules than this one, the smallest first: with one trouble less, or with one that strikes earlier. */
export function smaller({ seed, troubles }: Schedule): readonly Schedule[] {
  const fewer = troubles.length > 1 ? troubles.map((_, i) => ({ seed, troubles: troubles.toSpliced(i, 1) })) : [];
  const earlier = troubles.flatMap((trouble, i) => {
    const { at } = trouble;
    return at === undefined || at.nth === 1
      ? []
      : [{ seed, troubles: troubles.with(i, { ...trouble, at: { ...at, nth: 1 } }) }];
  });
  return [...fewer, ...earlier];
}

/** What a sandbox does for a schedule. */
export function actsOf({ troubles }: Schedule): readonly Act[] {
  return troubles.flatMap(({ kind, at }) => kindNamed(kind)?.acts?.(at ?? EVERYWHERE) ?? []);
}

/** What the sandbox of a schedule is; of two that state the same, the later one counts. */
export function settingOf({ troubles }: Schedule): Setting {
  const settings = troubles.flatMap(({ kind }) => kindNamed(kind)?.setting ?? []);
  const limits = Object.assign({}, ...settings.map((one) => one.limits ?? {})) as Readonly<Record<string, number>>;
  return {
    ...Object.assign({}, ...settings),
    limits,
    permissive: settings.flatMap((one) => one.permissive ?? []),
  };
}

/** One line for each trouble. */
export function scheduleText({ troubles }: Schedule): readonly string[] {
  return troubles.map(({ kind, at }) => kindNamed(kind)?.says(at === undefined ? '' : spotText(at)) ?? kind);
}

const EVERYWHERE = { on: {}, nth: 1 } as const;
