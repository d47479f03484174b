/** The shape of a fault rule for external input: loaded with the control plane, not with the platform. */
import { z } from 'zod';
import { KEY_PATTERN } from '../../gateway/contract/keys.ts';
import { DURATION } from '../duration.ts';
import { DROPS, type Dropped, EDGES, LOG_FAILURES } from './edges.ts';
import { RETRY_AFTER_FORMS } from './retry-after.ts';
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
  key: z
    .string()
    .regex(KEY_PATTERN, 'must be an Idempotency-Key: 1 to 64 characters of A-Z a-z 0-9 . _ ~ -')
    .optional()
    .meta({ description: 'The Idempotency-Key' }),
  member: name.optional(),
  socket: z
    .enum(['trading', 'market-data'])
    .optional()
    .meta({ description: 'At the edges handshake, first-frame and frame' }),
  frame: name.optional().meta({ description: 'The op that a frame answers, or the kind of its event' }),
  method: z.enum(['GET', 'POST', 'PUT']).optional().meta({ description: 'At the edges answer and answered' }),
  path: name.optional().meta({
    description: 'At the edges answer and answered: a path of the contract document, such as /orders/{id}',
  }),
});

const statedAnswer = z.strictObject({
  status: z.int().min(200).max(599),
  retryAfter: z
    .union([z.number(), z.string()])
    .optional()
    .meta({ description: `Sent as Retry-After: ${RETRY_AFTER_FORMS}; a part of a second counts as one` }),
  position: z
    .string()
    .regex(/^[0-9]{1,19}$/)
    .optional()
    .meta({ description: 'Sent as X-Service-Global-Sequence' }),
  body: z
    .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .optional()
    .meta({ description: 'Text or JSON; absent: no body' }),
  delay: duration.optional(),
});

const times = z.union([
  z.int().min(1),
  z.strictObject({ every: z.int().min(1) }),
  z.strictObject({ nth: z.int().min(1) }),
  z.strictObject({ probability: z.number().min(0).max(1) }),
]);

const shape = z.strictObject({
  /** The rule matches where all stated properties match. */
  on: place,
  delay: duration.optional(),
  hold: name.optional(),
  refuse: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be a refusal code')
    .optional(),
  drop: z
    .enum(Object.keys(DROPS) as [Dropped, ...Dropped[]])
    .optional()
    .meta({
      description:
        'What is lost: an answer or a handshake with its connection, a frame, a command on its way to the platform, ' +
        "a record or a reply on its way to a member (sent again 5 s later), a venue's report, a token, a key set",
    }),
  fail: z
    .union([z.literal(true), z.enum(LOG_FAILURES)])
    .optional()
    .meta({ description: 'true; at the edge log the way in which the disk fails' }),
  duplicate: z.literal(true).optional().meta({ description: 'The frame, command or report is sent twice' }),
  garble: z
    .literal(true)
    .optional()
    .meta({ description: 'The frame is corrupted, as the seed decides, so that it is not JSON' }),
  cut: z
    .literal(true)
    .optional()
    .meta({ description: 'Half of the frame or of the answer is sent, then the TCP connection is closed' }),
  reset: z.literal(true).optional().meta({ description: 'The TCP connection is reset instead of the answer' }),
  close: z.int().optional().meta({
    description:
      'The connection is closed with this code instead of the frame: 1000 to 1003, 1007 to 1014, 3000 to 4999',
  }),
  crash: z
    .literal(true)
    .optional()
    .meta({ description: 'The member crashes at this point, and another process takes its place' }),
  answer: statedAnswer.optional().meta({
    description: "The client receives this instead of the member's answer. The member has processed the request",
  }),
  times: times.optional().meta({
    description:
      'The first N times, every nth time, the nth time alone, or with a probability, as the seed decides; absent: every time',
  }),
  for: duration.optional().meta({
    description:
      'How long the rule exists, on the clock of the sandbox. After that it is removed, and what it held continues',
  }),
});

export type FaultRule = z.infer<typeof shape>;
export type StatedAnswer = z.infer<typeof statedAnswer>;
export type FaultPlace = z.infer<typeof place>;
export type FaultTimes = z.infer<typeof times>;

/** The shape of a fault rule that can take effect. */
export const faultRule = shape.superRefine((rule, context) => {
  const nonsense = nonsenseOf(rule);
  if (nonsense !== undefined) context.addIssue({ code: 'custom', message: nonsense });
});
