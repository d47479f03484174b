/** Shapes that several shapes of the control plane use. */
import { z } from 'zod';
import { DURATION } from '../duration.ts';

/** Epoch nanoseconds as text. */
export const ns = z
  .string()
  .regex(/^[0-9]+$/)
  .meta({ description: 'Epoch nanoseconds' });

/** A whole number of at least 0. */
export const count = z.int().min(0);

/** Milliseconds, or a text such as `2s`. */
export const duration = z
  .union([
    z.number(),
    z.string().regex(DURATION, 'must be a duration such as 2s, 250ms or 1.5h, or a number of milliseconds'),
  ])
  .meta({ id: 'Duration', description: 'Milliseconds, or a number and a unit: ms, s, m, h, d', example: '2s' });

/** An object with one property of this shape for each name. */
export function ofEach<Name extends string, Shape extends z.ZodType>(table: Record<Name, unknown>, shape: Shape) {
  return Object.fromEntries(Object.keys(table).map((name) => [name, shape])) as Record<Name, Shape>;
}
