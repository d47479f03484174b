import { z } from 'zod';
import { orderRejected } from './order.ts';
import { assumed, commandKey, int64, key32, position } from './scalars.ts';

/**
 * The record of a written key: PENDING until its owner has judged it, then one final outcome that never changes
 * (IDEM-12).
 */
export const operationRecord = z
  .strictObject({
    key: commandKey,
    operation: z.string().meta({ ...assumed, description: 'The operationId that the key is bound to.' }),
    outcome: z
      .strictObject({
        family: z.enum(['orders', 'register', 'algos']).meta({ description: 'The record owner; append-only.' }),
        status: z.enum(['PENDING', 'SUCCEEDED', 'REFUSED']).meta(assumed),
        orderId: int64.nullable().meta(assumed),
        rowId: key32
          .nullable()
          .meta({ ...assumed, description: 'The register key of the row, of the family register.' }),
        instanceId: key32.nullable().meta({ description: 'Of the family algos.' }),
        configSeq: z.int().min(1).nullable().meta({ description: 'Of the family algos.' }),
        count: z
          .int()
          .min(0)
          .nullable()
          .meta({ ...assumed, description: 'Of a halt.' }),
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

/** The body of a 202: the address to poll. */
export const accepted = z
  .strictObject({ key: commandKey.meta(assumed), operation: z.string().meta(assumed) })
  .meta({ id: 'Accepted', ...assumed });
