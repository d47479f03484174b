/** The shape of a fault rule, for whoever takes one from outside: loaded with the control plane, not with the platform. */
import { z } from 'zod';
import { DURATION } from '../duration.ts';
import { EDGES, nonsenseOf } from './rule.ts';

const name = z.string().min(1).max(128);
const duration = z.union([
  z.number(),
  z.string().regex(DURATION, 'must be a duration such as 2s, 250ms or 1.5h, or a number of milliseconds'),
]);

const place = z.strictObject({
  edge: z.enum(EDGES).optional(),
  owner: z.enum(['register', 'orders', 'algos', 'custody']).optional(),
  /** The command's kind: submit, cancel, fill, register-caller, state (the venue's quotes). */
  command: name.optional(),
  /** The register key of the organisation. */
  org: z.int().min(1).optional(),
  /** The Idempotency-Key. */
  key: z.string().optional(),
  member: name.optional(),
});

const times = z.union([
  z.int().min(1),
  z.strictObject({ every: z.int().min(1) }),
  z.strictObject({ probability: z.number().min(0).max(1) }),
]);

const shape = z.strictObject({
  /** Whatever all the stated properties fit. */
  on: place,
  delay: duration.optional(),
  hold: name.optional(),
  refuse: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, 'must be a refusal code')
    .optional(),
  drop: z.literal('answer').optional(),
  fail: z.literal(true).optional(),
  /** The first N, every nth, or with a probability under the seed; every time where absent. */
  times: times.optional(),
});

export type FaultRule = z.infer<typeof shape>;
export type FaultPlace = z.infer<typeof place>;
export type FaultTimes = z.infer<typeof times>;

export const faultRule = shape.superRefine((rule, context) => {
  const nonsense = nonsenseOf(rule);
  if (nonsense !== undefined) context.addIssue({ code: 'custom', message: nonsense });
});
