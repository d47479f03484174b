/** Closed objects: an unknown key is a problem at the key's place, with a suggestion of the intended name. */
import { z } from 'zod';
import { hint, suggestion } from './suggest.ts';

/** Separates the lines of a message about several unknown keys, so that each gets its own place. */
export const BETWEEN_KEYS = '\n';

/** `closed('a fault', { on, hold, ... })`; `what` ends the message "unknown key 'x' in ...". */
export function closed<Shape extends z.ZodRawShape>(what: string, shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return `${what} is a mapping of ${known.join(', ')}`;
      const keys = issue.keys as readonly string[];
      return keys.map((key) => `unknown key '${key}' in ${what}${hint(key, known)}`).join(BETWEEN_KEYS);
    },
  });
}

/** Non-empty text; a number or boolean that YAML parsed is refused with advice to quote it. */
export function text(what: string): z.ZodString {
  return z
    .string({ error: ({ input }) => wrong(what, input, 'must be text: put it in quotes') })
    .min(1, `${what} is empty`);
}

/** One of these names; a misspelt one is refused with a suggestion. */
export function oneOf<const Name extends string>(what: string, names: readonly Name[]) {
  return z.enum(names, {
    error: ({ input }) =>
      wrong(what, input, `'${String(input)}' is not one of ${names.join(', ')}${suggestion(String(input), names)}`),
  });
}

function wrong(what: string, input: unknown, how: string): string {
  return `${what} ${input === undefined ? 'is missing' : how}`;
}
