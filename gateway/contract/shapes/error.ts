import { z } from 'zod';
import { REFUSALS } from '../refusals.ts';

/**
 * The refusal envelope. message, requestId and retryable are published optional because a member older than 0.12.0
 * does not send them all (SVC-06); this member sends each on every refusal.
 */
export const errorEnvelope = z
  .strictObject({
    error: z
      .strictObject({
        code: z.string().meta({
          description:
            'An open enum: tolerate unknown codes, decide by status and retryable. The examples are all of today.',
          examples: Object.keys(REFUSALS),
        }),
        message: z.string().optional().meta({ description: 'Display text, never parsed.' }),
        requestId: z.string().optional().meta({ description: 'Equal to the X-Request-Id response header.' }),
        retryable: z.boolean().optional().meta({
          description: 'Whether the identical request, same Idempotency-Key, can succeed after Retry-After or a pause.',
        }),
        currentVersion: z
          .int()
          .min(1)
          .optional()
          .meta({ description: 'Of a stale If-Match: what the row’s ETag quotes now.' }),
      })
      .meta({ id: 'ErrorBody' }),
  })
  .meta({ id: 'ErrorEnvelope' });
