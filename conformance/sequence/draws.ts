/** Who acts, on which row and under which condition: what is drawn for the steps over rows of every kind. */
import fc from 'fast-check';
import type { Precondition } from './records.ts';
import type { Back, Writer } from './writes.ts';

/** Users who hold every capability, and sometimes one who holds none or another. */
export const manager = fc.constantFrom<Writer[]>('admin', 'admin', 'deputy', 'deputy', 'deputy', 'viewer', 'trader');
export const reviewer = fc.constantFrom<Writer[]>('admin', 'deputy');
/** One user proposes and the other one reviews. */
export const pair = fc.constantFrom<(readonly [proposer: Writer, reviewer: Writer])[]>(
  ['admin', 'deputy'],
  ['deputy', 'admin'],
);
export const anyUser = fc.constantFrom<Writer[]>('admin', 'trader', 'deputy', 'outsider');
export const newestBack = fc.constantFrom<Back[]>(0, 0, 0, 1);
export const precondition = fc.constantFrom<Precondition[]>('none', 'any', 'fresh', 'fresh', 'former');
