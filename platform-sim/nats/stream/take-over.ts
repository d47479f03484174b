import { crc32 } from 'node:zlib';
import type { NatsConnection } from '@nats-io/transport-node';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import type { Clock } from '../../../gateway/platform-port.ts';
import { type Continuing, continuing } from '../../log/continued.ts';
import type { Stand } from '../../log/log-head.ts';
import type { Note } from '../../log/note.ts';
import { subjectOf } from '../names.ts';
import { TakenOver } from '../nats-errors.ts';
import { readAll } from './read-stream.ts';
import type { StoredWorld } from './stored-worlds.ts';
import type { StreamContents, Upload } from './stream-journal.ts';
import { createStreamWriter } from './stream-writer.ts';

export interface TakeOverOptions {
  readonly nc: NatsConnection;
  readonly clock: Clock;
  readonly world: StoredWorld;
  /** A place in some stream; the result states whether this one contains it. */
  readonly stand: Stand | undefined;
}

export interface Opened extends Continuing {
  readonly contents: StreamContents;
  readonly holds: boolean;
  readonly upload: Upload;
  readonly stream: string;
}

/**
 * Reads a world's stream and appends the start of this process: from then on the former process can append nothing. What
 * it appended meanwhile is read as well. @throws LogError
 */
export async function takeOver({ nc, clock, world, stand: sought }: TakeOverOptions): Promise<Opened> {
  const { name, generation, stream } = world;
  const subjectFor = (kind: 'record' | 'note'): string => subjectOf(name, generation, kind);
  const records: SequencedRecord[] = [];
  const notes: Note[] = [];
  let stand: Stand = { position: 0, end: 0, checksum: 0 };
  let holds = false;

  function add(kind: 'record' | 'note', bytes: Uint8Array, end: number): void {
    const what = JSON.parse(Buffer.from(bytes).toString()) as unknown;
    if (kind === 'note') notes.push(what as Note);
    else {
      const record = what as SequencedRecord;
      if (record.position !== records.length + 1) throw new Error(`record ${records.length + 1} is not there`);
      records.push(record);
    }
    stand = { position: records.length, end, checksum: crc32(bytes, stand.checksum) };
    if (end === sought?.end) holds = stand.checksum === sought.checksum && records.length === sought.position;
  }

  for (;;) {
    await readAll({
      ...{ nc, clock, stream, from: stand.end + 1 },
      each: ({ sequence, subject, bytes }) => add(subject === subjectFor('note') ? 'note' : 'record', bytes, sequence),
    });
    const { starts, lastNs } = continuing(records.at(-1), notes);
    const start: Note = { kind: 'start', count: starts, after: records.length, atNs: `${lastNs}` };
    const bytes = Buffer.from(JSON.stringify(start));
    const writer = createStreamWriter({ nc, clock, stream, last: stand.end });
    try {
      const end = await writer.write([{ subject: subjectFor('note'), bytes }]);
      add('note', bytes, end);
      return {
        contents: { records, notes, stand },
        holds,
        starts,
        lastNs,
        upload: { writer, subjectOf: subjectFor },
        stream,
      };
    } catch (error) {
      // The former process was faster: its records are read, and the next attempt follows them.
      if (!(error instanceof TakenOver)) throw error;
    }
  }
}
