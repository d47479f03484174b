/** Reads a log's bytes: returns everything that was ever answered, or throws the reason why it cannot. */
import type { SequencedRecord } from '../../gateway/facts.ts';
import { type Frame, frameAt, laterBehind } from './frames.ts';
import { LogError } from './log-error.ts';
import { factsOf, HEAD_BYTES, headChecksum, type LogFacts, type Mark, newestMark, type Stand } from './log-head.ts';
import type { Note } from './note.ts';

export interface LogContents {
  readonly facts: LogFacts;
  readonly records: readonly SequencedRecord[];
  readonly notes: readonly Note[];
  /** The mark of the valid content: its `end` is the log's end. */
  readonly mark: Mark;
  /** Bytes after that end that were never published: a half write of a crash. */
  readonly torn: number;
  /** Whether it contains the given place, and therefore everything before it. */
  readonly holds: boolean;
}

const DO = 'restore it from a copy, or name another folder with --data';

/**
 * Everything below the mark must be valid to the last bit. After it, valid frames are kept and the rest is torn, unless
 * a frame of a later group follows: that group was begun when everything before it was safe.
 *
 * @param stand a place in some log; the result states whether this log contains it
 * @throws LogError naming the file and the byte
 */
export function readLog(log: Buffer, file: string, stand?: Stand): LogContents {
  const facts = factsOf(log, file);
  const mark = newestMark(log);
  if (mark === undefined) {
    throw new LogError(`${file} is damaged in its head: neither mark is valid; ${DO}`);
  }
  if (log.length < mark.end) {
    throw new LogError(
      `${file} ends at byte ${log.length}, and was safe up to byte ${mark.end} with record ${mark.position}: answered requests are lost; ${DO}`,
    );
  }
  const records: SequencedRecord[] = [];
  const notes: Note[] = [];
  const damaged = (at: number, safe: string) =>
    new LogError(`${file} is damaged at byte ${at}, behind record ${records.length}, in the safe part ${safe}; ${DO}`);
  const upToMark = `up to byte ${mark.end} with record ${mark.position}`;

  let at = HEAD_BYTES;
  let checksum = headChecksum(log);
  let last: Frame | undefined;
  let holds = false;
  while (at < log.length) {
    const frame = soundFrame(log, at, checksum);
    if (frame === undefined) break;
    if (frame.kind === 'note') notes.push(JSON.parse(frame.payload.toString()) as Note);
    else {
      const record = JSON.parse(frame.payload.toString()) as SequencedRecord;
      if (record.position !== records.length + 1) break;
      records.push(record);
    }
    // A mark is at the end of a known frame.
    const isMarked = at < mark.end && frame.end >= mark.end;
    if (isMarked && (frame.end !== mark.end || frame.checksum !== mark.checksum || records.length !== mark.position)) {
      throw damaged(at, upToMark);
    }
    last = frame;
    ({ end: at, checksum } = frame);
    if (at === stand?.end) holds = checksum === stand.checksum && records.length === stand.position;
  }
  if (at < mark.end) throw damaged(at, upToMark);
  if (at < log.length) {
    const torn = last === undefined || last.ends ? (last?.group ?? 0) + 1 : last.group;
    const behind = laterBehind(log, at, torn);
    if (behind !== undefined) {
      throw damaged(at, `before the group ${behind.group} behind it was begun`);
    }
  }
  const group = Math.max(last?.group ?? 0, mark.group);
  return {
    facts,
    records,
    notes,
    mark: { turn: mark.turn, group, position: records.length, end: at, checksum },
    torn: log.length - at,
    holds,
  };
}

function soundFrame(log: Buffer, at: number, before: number): Frame | undefined {
  const frame = frameAt(log, at);
  return frame?.before === before ? frame : undefined;
}
