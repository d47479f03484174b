import { z } from 'zod';
import { VERSIONS } from '../../gateway/contract/versions.ts';
import { MOST_STEPS, STEPS } from '../rolls/fleet.ts';
import { ROLL_STATES } from '../rolls/roll.ts';
import { count, duration, ns } from './quantities.ts';

const version = z.enum(VERSIONS);
const step = { member: z.string(), do: z.enum(STEPS), to: version.optional() };

/** The terms of a roll: a plan, or a seed with target versions. */
export const rollRequest = z
  .strictObject({
    seed: z.int().min(0).optional().meta({ description: 'The seed of the plan; absent: the seed of the world' }),
    plan: z.array(z.strictObject(step)).min(1).max(MOST_STEPS).optional(),
    from: version.optional(),
    to: version.optional(),
    back: z.boolean().optional(),
    every: duration.optional().meta({ description: 'The interval between steps; absent: 10s' }),
    allAway: z.boolean().optional().meta({ description: 'true: all members may be drained at the same time' }),
  })
  .meta({
    id: 'NewRoll',
    description:
      'A plan step by step, or a plan made from a seed: every member to `from` if it is stated, then to `to` (absent: the newest version), then back if `back` is true. The same seed and members give the same plan',
    examples: [
      { seed: 7, from: '0.13.0', to: '0.14.0', back: true, every: '10s' },
      {
        plan: [
          { member: 'm1', do: 'drain' },
          { member: 'm1', do: 'upgrade', to: '0.14.0' },
          { member: 'm1', do: 'return' },
        ],
      },
    ],
  });

/** A roll with its plan and progress. */
export const roll = z
  .strictObject({
    id: z.string(),
    seed: count.nullable().meta({ description: 'null: the request stated the plan' }),
    state: z.enum(ROLL_STATES),
    every: z.number().min(0).meta({ description: 'Milliseconds between two steps' }),
    steps: z.array(z.strictObject({ ...step, done: z.boolean(), atNs: ns.nullable() })),
    tree: z.string().meta({ description: 'The plan as text, by member: [x] done, [>] next, [!] failed' }),
    why: z.string().nullable().meta({ description: 'The reason of its failure; null: it did not fail' }),
  })
  .meta({ id: 'Roll' });

/** The list of rolls. */
export const rolls = z.strictObject({ items: z.array(roll) }).meta({ id: 'Rolls' });
