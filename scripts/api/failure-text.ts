import type { CheckRow } from '../../conformance/runner/run-record.ts';

/** What a person reads of a failing check: what was expected and seen, who accepted it, how to see it again. */
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
