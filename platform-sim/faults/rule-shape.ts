/** The shape of a fault rule, for whoever takes one from outside: loaded with the control plane, not with the platform. */
import { z } from 'zod';
import { DURATION } from '../duration.ts';
import { EDGES } from './edges.ts';
import { nonsenseOf } from './rule.ts';

const name = z.string().min(1).max(128);
const duration = z.union([
  z.number(),
  z.string().regex(DURATION, 'must be a duration such as 2s, 250ms or 1.5h, or a number of milliseconds'),
]);

const place = z.strictObject({
  edge: z.enum(EDGES).optional(),
  owner: z.enum(['register', 'orders', 'algos', 'custody']).optional(),
  command: name
    .optional()
    .meta({ description: "The command's kind: submit, cancel, fill, state (the venue's quotes)" }),
  org: z.int().min(1).optional().meta({ description: 'The register key of the organisation' }),
  key: z.string().optional().meta({ description: 'The Idempotency-Key' }),
  member: name.optional(),
  socket: z
    .enum(['trading', 'market-data'])
    .optional()
    .meta({ description: 'Of the edges handshake, first-frame and frame' }),
  frame: name.optional().meta({ description: 'The op that a frame answers, or the kind of its event' }),
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
  drop: z
    .enum(['answer', 'handshake', 'frame'])
    .optional()
    .meta({ description: 'The connection is gone without its answer; a frame alone is not sent' }),
  fail: z.literal(true).optional(),
  duplicate: z.literal(true).optional().meta({ description: 'The frame is sent twice' }),
  garble: z
    .literal(true)
    .optional()
    .meta({ description: 'The frame is spoilt under the seed: it is no JSON any more' }),
  cut: z.literal(true).optional().meta({ description: 'Half of the frame is sent, then the TCP connection is gone' }),
  close: z.int().optional().meta({
    description:
      'The connection is closed with this code in place of the frame: 1000 to 1003, 1007 to 1014, 3000 to 4999',
  }),
  times: times
    .optional()
    .meta({ description: 'The first N, every nth, or with a probability under the seed; every time where absent' }),
});

export type FaultRule = z.infer<typeof shape>;
export type FaultPlace = z.infer<typeof place>;
export type FaultTimes = z.infer<typeof times>;

export const faultRule = shape.superRefine((rule, context) => {
  const nonsense = nonsenseOf(rule);
  if (nonsense !== undefined) context.addIssue({ code: 'custom', message: nonsense });
});
