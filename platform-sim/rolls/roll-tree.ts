/** A roll as text, by member and step, for a terminal. */
import type { Fleet, RollStep } from './fleet.ts';
import type { RollState } from './roll.ts';

export interface TreeOf {
  readonly id: string;
  readonly seed: number | null;
  readonly state: RollState;
  readonly everyMs: number;
  readonly steps: readonly RollStep[];
  /** The number of steps that are done. */
  readonly done: number;
  readonly why: string | null;
  /** The fleet when the roll was planned. */
  readonly fleet: Fleet;
}

/**
 *     roll r1 of seed 7: paused, 2 of 3 steps done, one every 10s
 *     ├─ m1, at 0.13.0 before
 *     │  ├─ [x] 1 drain
 *     │  └─ [x] 2 upgrade to 0.14.0
 *     └─ m2, at 0.13.0 before
 *        └─ [>] 3 upgrade to 0.14.0
 */
export function rollTree({ id, seed, state, everyMs, steps, done, why, fleet }: TreeOf): string {
  const of = seed === null ? 'as stated' : `of seed ${seed}`;
  const head = `roll ${id} ${of}: ${state}, ${done} of ${steps.length} steps done, one every ${everyMs / 1000}s`;
  const next = state === 'failed' ? '!' : state === 'aborted' ? ' ' : '>';
  const numbered = steps.map((step, index) => ({ step, index }));
  const branches = fleet.flatMap(({ name, version }) => {
    const own = numbered.filter(({ step }) => step.member === name);
    if (own.length === 0) return [];
    const leaves = own.map(({ step, index }) => {
      const mark = index < done ? 'x' : index === done ? next : ' ';
      return `[${mark}] ${index + 1} ${step.do}${step.to === undefined ? '' : ` to ${step.to}`}`;
    });
    return [{ title: `${name}, at ${version} before`, leaves }];
  });
  return [head, ...branchLines(branches), ...(why === null ? [] : [`failed: ${why}`])]
    .map((line) => `${line}\n`)
    .join('');
}

function branchLines(branches: readonly { readonly title: string; readonly leaves: readonly string[] }[]): string[] {
  return branches.flatMap(({ title, leaves }, index) => {
    const isLast = index === branches.length - 1;
    const twigs = leaves.map(
      (leaf, at) => `${isLast ? '   ' : '│  '}${at === leaves.length - 1 ? '└─' : '├─'} ${leaf}`,
    );
    return [`${isLast ? '└─' : '├─'} ${title}`, ...twigs];
  });
}
