import { z } from 'zod';
import { orderRejected } from './order.ts';
import { commandKey, int64, position } from './scalars.ts';

const assumed = { 'x-assumed': true };

/** The record of a written key: PENDING until its owner has judged it, then one final outcome for good (IDEM-12). */
export const operationRecord = z
  .strictObject({
    key: commandKey,
    operation: z.string().meta({ ...assumed, description: 'The operationId that the key is bound to.' }),
    outcome: z
      .strictObject({
        family: z.enum(['orders']).meta({ description: 'The record owner; append-only.' }),
        status: z.enum(['PENDING', 'SUCCEEDED', 'REFUSED']).meta(assumed),
        orderId: int64.nullable().meta(assumed),
        code: z
          .string()
          .nullable()
          .meta({ ...assumed, description: 'The refusal’s code where REFUSED.' }),
        message: z.string().nullable().meta(assumed),
        rejection: orderRejected.nullable().meta(assumed),
        globalSequence: position.nullable().meta({ ...assumed, description: 'Where the outcome was sequenced.' }),
      })
      .meta({ id: 'OperationOutcome' }),
  })
  .meta({ id: 'OperationRecord' });

/** The body of a 202: where to poll. */
export const accepted = z
  .strictObject({ key: commandKey.meta(assumed), operation: z.string().meta(assumed) })
  .meta({ id: 'Accepted', ...assumed });
