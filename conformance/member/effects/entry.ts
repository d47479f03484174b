/**
 * One line of the record of a run's effects on a target. Lines are appended as they happen, so that the record survives
 * the process. `n` links a response to its request. A write without a response has no second line.
 */
import { z } from 'zod';
import { parse } from '../exchange/exchange.ts';

/** The schema of one line. */
export const entrySchema = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('run'),
    run: z.string(),
    startedAt: z.string(),
    baseUrl: z.string(),
    /** The profile as named on the command line; null: none. */
    target: z.string().nullable(),
  }),
  z.strictObject({
    what: z.literal('sent'),
    n: z.int(),
    /** null: not from a check, for example from the clean-up. */
    check: z.string().nullable(),
    actor: z.string(),
    method: z.string(),
    path: z.string(),
    key: z.string().nullable(),
    /** The name of the row, where the body states one. */
    name: z.string().nullable(),
    /** The write creates a row, or changes one that this run or an earlier run of the suite created. */
    isOwn: z.boolean(),
  }),
  /** The algo instances that stood before the first write, as they were read: a halt stops those of everybody. */
  z.strictObject({
    what: z.literal('standing'),
    rows: z.array(z.strictObject({ row: z.string(), name: z.string().nullable(), was: z.string() })),
  }),
  /** The write created this row. */
  z.strictObject({ what: z.literal('made'), n: z.int(), row: z.string() }),
  /** The write was accepted and created no row. */
  z.strictObject({ what: z.literal('taken'), n: z.int() }),
  z.strictObject({ what: z.literal('refused'), n: z.int() }),
  /** The outcome is unknown. */
  z.strictObject({ what: z.literal('open'), n: z.int(), why: z.string() }),
  /** An order of the run no longer rests. */
  z.strictObject({ what: z.literal('closed'), row: z.string(), isFilled: z.boolean() }),
  /** The clean-up ended this row, or found it ended. */
  z.strictObject({ what: z.literal('undone'), row: z.string() }),
  /** A hook that has an undo is about to run, or its undo has succeeded. `seconds`: of `clock`. */
  z.strictObject({ what: z.literal('hook'), hook: z.string(), isOver: z.boolean(), seconds: z.number().optional() }),
]);

export type Entry = z.infer<typeof entrySchema>;
export type Sent = Extract<Entry, { readonly what: 'sent' }>;

/** The entry as one line of JSON. */
export function entryLine(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}

/** One line for a message. */
export class RecordProblem extends Error {
  override readonly name = 'RecordProblem';
}

/** Parses the lines of a record. Ignores a last line that was cut off when the process ended. Throws a RecordProblem. */
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
