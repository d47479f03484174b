import { z } from 'zod';
import { assumed, commandKey, displayName, key32, ns, remark } from './scalars.ts';

const pool = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/, 'is not a pool’s name')
  .meta(assumed);
const remarkRead = z.string().nullable();

/** An algo instance as served. */
export const algoInstanceRow = z
  .strictObject({
    instanceId: key32,
    algoVersionId: key32,
    pool,
    displayName: z.string(),
    remark: remarkRead,
    status: z
      .enum(['STOPPED', 'STARTED', 'DELETED'])
      .meta({ ...assumed, description: 'DELETED is the interface’s own, and terminal.' }),
    configSeq: z.int().min(1).meta({ description: 'The sequence of its latest document; the ETag quotes it.' }),
    appliedConfigSeq: z.int().min(1).nullable().meta(assumed),
    createdByUserId: key32.meta(assumed),
    lastUpdatedByUserId: key32
      .nullable()
      .meta({ description: 'null where the engine or the platform’s own rule moved it; lastCause says which.' }),
    lastCause: z
      .enum([
        'CREATED',
        'CONFIGURED',
        'STARTED',
        'STOPPED',
        'DELETED',
        'HALTED',
        'ENGINE_APPLIED',
        'ENGINE_REFUSED',
        'ENGINE_STOPPED',
        'PLATFORM_STOPPED',
      ])
      .meta(assumed),
    createdAtNs: ns.meta(assumed),
    updatedAtNs: ns.meta(assumed),
  })
  .meta({ id: 'AlgoInstance' });

/** A configuration document of an instance with its outcome. */
export const configDocument = z
  .strictObject({
    instanceId: key32.meta(assumed),
    seq: z.int().min(1),
    document: z.string().meta({ description: 'JSONC text, verbatim.' }),
    remark: remarkRead,
    outcome: z.enum(['STAGED', 'APPLIED', 'REFUSED']),
    outcomeAtNs: ns.nullable().meta({ description: 'null while the engine’s verdict is out.' }),
    detail: z.string().nullable().meta({ description: 'The engine’s reason for a refusal.' }),
    accountIds: z.array(key32).meta({ ...assumed, description: 'The accounts that the document refers to.' }),
    instrumentIds: z.array(key32).meta({ ...assumed, description: 'The instruments that the document refers to.' }),
    createdByUserId: key32.meta(assumed),
    createdAtNs: ns.meta(assumed),
  })
  .meta({ id: 'AlgoConfig' });

/** A version of the catalogue as served. */
export const algoVersion = z
  .strictObject({
    algoVersionId: key32,
    pool,
    manifest: z
      .strictObject({ name: z.string(), version: z.string(), description: z.string() })
      .meta({ id: 'AlgoManifest', ...assumed }),
    documentSchema: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The JSON Schema that a document must conform to; references carry x-service-reference.' }),
  })
  .meta({ id: 'AlgoVersion' });

/** The length limit is in bytes of UTF-8 and is checked apart from the shape: 413, not 400 (ALG-12). */
const document = z.string().min(1).meta({ description: 'JSONC text of at most 6,144 bytes of UTF-8.' });
const restatedKey = commandKey
  .optional()
  .meta({ description: 'May restate the Idempotency-Key, never contradict it.' });

const EXAMPLE = '{ "account": "main", "instrument": "BTC-USD", "side": "BUY", "price": "99.00", "qty": "0.01" }';

/** The body of POST /algos/instances. */
export const createAlgoInstanceBody = z
  .strictObject({ algoVersionId: key32, pool, displayName, remark, document, commandKey: restatedKey })
  .meta({
    id: 'CreateAlgoInstanceBody',
    example: { algoVersionId: 1, pool: 'pool-a', displayName: 'maker', document: EXAMPLE },
  });
export type CreateAlgoInstanceBody = z.infer<typeof createAlgoInstanceBody>;

/** The body that stages a new document for an instance. */
export const putAlgoConfigBody = z
  .strictObject({
    remark,
    document,
    commandKey: restatedKey,
    instanceId: key32.optional().meta(assumed),
    configSeq: z
      .int()
      .min(1)
      .optional()
      .meta({ ...assumed, description: 'May restate the If-Match.' }),
  })
  .meta({ id: 'PutAlgoConfigBody', example: { document: EXAMPLE } });
export type PutAlgoConfigBody = z.infer<typeof putAlgoConfigBody>;

/** The body of a start, stop or delete of an instance. */
export const moveAlgoInstanceBody = z
  .strictObject({ remark, commandKey: restatedKey, instanceId: key32.optional().meta(assumed) })
  .meta({ id: 'MoveAlgoInstanceBody' });

/** The body of the write that stops every instance of the organisation. */
export const haltAlgosBody = z.strictObject({ remark, commandKey: restatedKey }).meta({ id: 'HaltAlgosBody' });

/** The response to a halt: the number of instances that it stopped. */
export const halted = z
  .strictObject({ count: z.int().min(0).meta({ description: 'Instances that were started, and are stopped now.' }) })
  .meta({ id: 'AlgosHalted' });
