/**
 * What a run did to a target, a line each, in order: appended as it happens, so that it outlives the process. `n` ties an
 * answer to what was sent. A write whose answer never came has no second line.
 */
import { z } from 'zod';
import { parse } from '../exchange.ts';

export const entrySchema = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('run'),
    run: z.string(),
    startedAt: z.string(),
    baseUrl: z.string(),
    /** The profile as the command line named it; null: none. */
    target: z.string().nullable(),
  }),
  z.strictObject({
    what: z.literal('sent'),
    n: z.int(),
    /** null: of no check, such as a clean-up. */
    check: z.string().nullable(),
    actor: z.string(),
    method: z.string(),
    path: z.string(),
    key: z.string().nullable(),
    /** What the row is called, as far as the body says. */
    name: z.string().nullable(),
    /** It makes a row, or is on one that the run or an earlier run of the suite made. */
    isOwn: z.boolean(),
  }),
  /** The write made this row. */
  z.strictObject({ what: z.literal('made'), n: z.int(), row: z.string() }),
  /** It was taken, and made no row. */
  z.strictObject({ what: z.literal('taken'), n: z.int() }),
  z.strictObject({ what: z.literal('refused'), n: z.int() }),
  /** What came of it is not known. */
  z.strictObject({ what: z.literal('open'), n: z.int(), why: z.string() }),
  /** An order of the run rests no longer. */
  z.strictObject({ what: z.literal('closed'), row: z.string(), isFilled: z.boolean() }),
  /** The clean-up ended this row, or found it ended. */
  z.strictObject({ what: z.literal('undone'), row: z.string() }),
]);

export type Entry = z.infer<typeof entrySchema>;
export type Sent = Extract<Entry, { readonly what: 'sent' }>;

export function entryLine(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}

/** One line for a person. */
export class RecordProblem extends Error {
  override readonly name = 'RecordProblem';
}

/** Throws a RecordProblem. A last line that the end of the process cut off is passed over. */
export function parseEntries(text: string, file: string): readonly Entry[] {
  const lines = text.split('\n');
  const isCutOff = lines.pop() !== '';
  const entries = lines.map((line, i) => {
    const read = entrySchema.safeParse(parse(line));
    if (!read.success) throw new RecordProblem(`${file}:${i + 1}: no line of a record of effects`);
    return read.data;
  });
  if (entries[0]?.what !== 'run') {
    const why = isCutOff || entries.length > 0 ? 'its first line names no run' : 'it is empty';
    throw new RecordProblem(`${file} is no record of effects: ${why}`);
  }
  return entries;
}
