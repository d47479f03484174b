import { z } from 'zod';
import { ns, position } from './scalars.ts';

/**
 * The page envelope of a collection. All six members are on every page; four are published optional until a later
 * version says otherwise (SVC-07).
 *
 * @param id the page's name in the document.
 */
export function pageOf(id: string, row: z.ZodType): z.ZodType {
  return z
    .strictObject({
      globalSequence: position,
      asOfSeqTsNs: ns.nullable().optional(),
      items: z.array(row),
      nextCursor: z.string().nullable().optional(),
      prevCursor: z.string().nullable().optional(),
      total: z.int().min(0).nullable().optional(),
    })
    .meta({ id });
}
