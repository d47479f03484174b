/** Shapes of instruments and algo versions in the control plane. */
import { z } from 'zod';
import { compare, decimal } from '../../gateway/contract/decimal.ts';
import { VENUES, venueOf } from '../../gateway/contract/venues.ts';
import { readBySchema } from '../owners/algos/document-schema.ts';
import { amount, rowId } from './money-shapes.ts';

const VENUE_IDS = Object.keys(VENUES).join(', ');

/** An instrument of the platform. */
export const instrument = z
  .strictObject({
    instrumentId: rowId,
    symbol: z.string(),
    status: z.enum(['LIVE', 'HALTED']),
    exchangeId: rowId,
    baseAssetId: rowId,
    quoteAssetId: rowId,
    tick: z.string().nullable(),
    step: z.string().nullable(),
    workingScale: z.int(),
  })
  .meta({ id: 'Instrument' });

/** An instrument with what its venue quotes. */
export const quotedInstrument = z
  .looseObject({
    ...instrument.shape,
    quote: z.strictObject({ bid: z.string(), ask: z.string() }).nullable().meta({ description: 'null: none' }),
  })
  .meta({ id: 'QuotedInstrument' });

/** The list of instruments. */
export const instruments = z.strictObject({ items: z.array(quotedInstrument) }).meta({ id: 'Instruments' });

/** The terms of a new instrument. */
export const instrumentRequest = z
  .strictObject({
    symbol: z.string().regex(/^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$/, 'must be two assets, such as AVAX-USD'),
    tick: amount.nullable().default('0.01').meta({ description: 'The price grid; null: the instrument has none.' }),
    step: amount
      .nullable()
      .default('0.0001')
      .meta({ description: 'The quantity grid; null: the instrument has none.' }),
    workingScale: z.int().min(0).max(18).default(8),
    status: z.enum(['LIVE', 'HALTED']).default('LIVE'),
    exchangeId: z
      .int()
      .default(1)
      .meta({ description: `The venue: one of ${VENUE_IDS}.` }),
    bid: amount
      .optional()
      .meta({ description: 'The quote of the venue, with ask; without both the venue has no quote.' }),
    ask: amount.optional(),
  })
  .superRefine(({ exchangeId, tick, step, workingScale, bid, ask }, context) => {
    const complain = (message: string) => context.addIssue({ code: 'custom', message });
    if (venueOf(exchangeId) === undefined) complain(`exchangeId: one of ${VENUE_IDS}`);
    if ((bid === undefined) !== (ask === undefined)) complain('bid and ask: both or neither');
    if (bid !== undefined && ask !== undefined && compare(decimal(bid), decimal(ask)) > 0)
      complain('bid: must not be above the ask');
    if ([tick, step].some((grid) => grid !== null && decimal(grid).scale > workingScale))
      complain('workingScale: must not have fewer places than the tick and the step');
  })
  .meta({ id: 'ListInstrument', example: { symbol: 'AVAX-USD', bid: '9.99', ask: '10.00' } });

const quoted = { bid: amount, ask: amount };

/** A new quote of an instrument; its bid may not exceed its ask. */
export const quoteRequest = z
  .strictObject({ instrumentId: rowId, ...quoted })
  .superRefine(({ bid, ask }, context) => {
    if (compare(decimal(bid), decimal(ask)) > 0)
      context.addIssue({ code: 'custom', message: 'bid: must not be above the ask' });
  })
  .meta({ id: 'MoveQuote', example: { instrumentId: 1, bid: '101.00', ask: '101.02' } });

/** A quote of an instrument. */
export const quote = z
  .strictObject({ instrumentId: rowId, ...quoted, venueTsNs: z.string() })
  .meta({ id: 'Quote', description: 'The quote as the market data socket sends it; venueTsNs: epoch nanoseconds' });

const manifest = z.strictObject({ name: z.string().min(1), version: z.string().min(1), description: z.string() });

const documentSchema = z.record(z.string(), z.unknown()).superRefine((schema, context) => {
  const unreadable = readBySchema(schema, {}).objections.find(({ keyword }) => keyword === '$schema');
  if (unreadable !== undefined) context.addIssue({ code: 'custom', message: unreadable.text });
});

/** An algo version of the catalogue. */
export const algoVersion = z
  .strictObject({ algoVersionId: rowId, pool: z.string(), manifest, documentSchema })
  .meta({ id: 'AlgoVersion' });

/** The terms of a new algo version. */
export const algoVersionRequest = z
  .strictObject({
    pool: z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 characters of a-z 0-9 -'),
    algoVersionId: rowId.optional().meta({ description: 'Absent: the next id of the catalogue.' }),
    manifest: manifest.optional().meta({ description: 'Absent: the manifest of the first version of the pool.' }),
    documentSchema: documentSchema.optional().meta({
      description:
        'JSON Schema of draft 2020-12; references have x-service-reference. Absent: the schema of the first version of the pool.',
    }),
  })
  .meta({ id: 'LoadAlgoVersion', example: { pool: 'pool-a' } });
