import type { Mark, SequencedRecord } from '../event-types.ts';

/** Records with the marks between them. Positions before a reset or a restored snapshot are of another sequence. */
export function withMarks<Record extends Pick<SequencedRecord, 'position'>>(
  records: readonly Record[],
  marks: readonly Mark[],
): readonly (Record | Mark)[] {
  const first = (records[0]?.position ?? 1) - 1;
  const ofSequence = marks.slice(
    Math.max(
      0,
      marks.findLastIndex(({ kind }) => kind === 'reset'),
    ),
  );
  const shown = ofSequence.filter(({ position }) => position >= first);
  let next = 0;
  const upTo = (position: number): readonly Mark[] => {
    const from = next;
    while ((shown[next]?.position ?? Number.POSITIVE_INFINITY) < position) next += 1;
    return shown.slice(from, next);
  };
  return [...records.flatMap((record) => [...upTo(record.position), record]), ...shown.slice(next)];
}
