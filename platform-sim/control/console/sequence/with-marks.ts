import type { Mark, SequencedRecord } from '../event-types.ts';

/** Records with the marks between them. Positions before a reset or a restored snapshot are of another sequence. */
export function withMarks<Record extends Pick<SequencedRecord, 'position'>>(
  records: readonly Record[],
  marks: readonly Mark[],
): readonly (Record | Mark)[] {
  const before = (records[0]?.position ?? 1) - 1;
  const ofSequence = marks.slice(
    Math.max(
      0,
      marks.findLastIndex(({ kind }) => kind === 'reset'),
    ),
  );
  // A stable sort: a mark follows the record at its position.
  return [...records, ...ofSequence.filter(({ position }) => position >= before)].sort(
    (a, b) => a.position - b.position,
  );
}
