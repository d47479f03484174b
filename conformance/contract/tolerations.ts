/**
 * What the suite leaves undecided on purpose, from the tolerance register: every report lists it, so that a reader sees
 * what a pass says nothing about.
 */
import { TOLERANCES } from './tolerances.ts';

type ToleranceId = (typeof TOLERANCES)[number]['id'];

export interface Toleration {
  /** The row of the tolerance register. */
  readonly id: string;
  /** `not judged`: nothing looks at it. `either`: every answer that `accepts` names is right. */
  readonly kind: 'not judged' | 'either';
  readonly point: string;
  /** What the suite accepts there, and what it asserts all the same. */
  readonly accepts: string;
}

/** Rows at which nothing looks, or nothing looks at a part of them. */
const NOT_JUDGED: readonly ToleranceId[] = [
  ...(['A7', 'A8', 'A11', 'A18', 'A28', 'A57', 'A63', 'A69', 'A71', 'A77', 'A85', 'A100', 'A102'] as const),
];

/** Rows that only assert: they leave no choice. A new row counts as one that does. */
const ASSERTED: readonly ToleranceId[] = [
  ...(['A22', 'A33', 'A36', 'A37', 'A44', 'A46', 'A51', 'A52', 'A61', 'A73', 'A74', 'A79', 'A83', 'A86'] as const),
  ...(['A90', 'A92'] as const),
];

/** What the suite accepts where it reads the interface closer than its row of the register does. */
const ACCEPTED: Partial<Readonly<Record<ToleranceId, string>>> = {
  A84: 'any comments where a name cannot be carried or not all fit; else each name in a comment of any form at its id',
  A97: 'alnum must echo; escape (\\u0061) must be MALFORMED; other characters either, and what is echoed is unchanged',
};

/** In the order of the register, what is not judged first. */
export const TOLERATIONS: readonly Toleration[] = [true, false].flatMap((isUnjudged) =>
  TOLERANCES.filter(({ id }) => !ASSERTED.includes(id) && NOT_JUDGED.includes(id) === isUnjudged).map(
    ({ id, point, suite }): Toleration => ({
      id,
      kind: isUnjudged ? 'not judged' : 'either',
      point,
      accepts: ACCEPTED[id] ?? suite,
    }),
  ),
);
