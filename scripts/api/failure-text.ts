import type { CheckRow } from '../../conformance/runner/record/run-record.ts';

/** The message of a failing check: expected and observed values, who accepted it, and how to reproduce it. */
export function failureText({ proves, breaks, reason, broken = [], counterexample: c }: CheckRow): string {
  const accepted = broken.flatMap(({ known }) =>
    known === undefined ? [] : [`accepted until ${known.expires} (${known.owner}): ${known.reason}`],
  );
  const parts = [
    `breaks ${(breaks ?? proves).join(', ')}`,
    ...accepted,
    ...(c === undefined ? [reason ?? ''] : [`expected: ${c.expected}`, `seen: ${c.seen}`, `rerun: ${c.rerun}`]),
    ...(c?.given == null ? [] : [`given: ${c.given}`]),
  ];
  return parts.join('\n');
}
