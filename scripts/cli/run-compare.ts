/** `touchstone report compare` as a process. */
import { compared } from '../../conformance/runner/compare.ts';
import { comparisonMarkdown, comparisonStatus, comparisonText } from '../../conformance/runner/comparison-text.ts';
import type { CommandIo, ExitStatus } from './command.ts';
import { readRecord } from './record-files.ts';
import { UsageError } from './usage-error.ts';

export interface CompareOptions {
  readonly format: string;
}

const FORMATS = {
  text: comparisonText,
  md: comparisonMarkdown,
  json: ({ before: _, after: __, ...said }) => `${JSON.stringify(said, null, 1)}\n`,
} as const satisfies Record<string, typeof comparisonText>;

/** @throws UsageError */
export async function runCompare(
  [before = '', after = '']: readonly string[],
  { format }: CompareOptions,
  io: CommandIo,
): Promise<ExitStatus> {
  if (!Object.hasOwn(FORMATS, format)) {
    throw new UsageError(`--format ${format}: one of ${Object.keys(FORMATS).join(', ')} is needed`);
  }
  const comparison = compared(await readRecord(before, io, 'report'), await readRecord(after, io, 'report'));
  io.stdout.write(FORMATS[format as keyof typeof FORMATS](comparison));
  return comparisonStatus(comparison) as ExitStatus;
}
