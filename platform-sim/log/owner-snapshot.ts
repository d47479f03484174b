/**
 * The owners' state after some record of the log, in a file next to it: a start then judges only the later records. The
 * log holds everything, so a snapshot is used only if it is whole, was written by this very version, and names the frame
 * that the log has there. Frames are chained, so everything before it is the same too.
 *
 *     'TOUCHSTONE OWN' | length | checksum of all the rest | JSON
 */

import { crc32 } from 'node:zlib';
import type { OwnerName, SequencedRecord } from '../../gateway/facts.ts';
import { ownVersion } from '../own-version.ts';
import type { OwnerStates } from '../platform.ts';
import type { LogFacts, Stand } from './log-head.ts';
import { placeRows, type RowPlaces, type StateText, stateOfText, textOfState } from './state-text.ts';

/** Raised with every change of the owners' stored state, or of its format (`owner-snapshot.test.ts` detects it). */
export const SNAPSHOT_FORMAT = 5;
const MAGIC = Buffer.from('TOUCHSTONE OWN\n\0');
const HEAD_BYTES = MAGIC.length + 8;
/** Records that are visited in one step while the sandbox serves. */
const AT_ONE_GO = 5_000;

export interface OwnerSnapshot {
  readonly stand: Stand;
  /** @throws TypeError if the records differ from the snapshot's */
  states(records: readonly SequencedRecord[]): OwnerStates;
}

interface Written extends LogFacts {
  readonly by: string;
  readonly stand: Stand;
  readonly states: readonly (readonly [OwnerName, StateText])[];
}

export interface Taken {
  readonly of: Pick<LogFacts, 'seed' | 'size'>;
  readonly stand: Stand;
  readonly states: OwnerStates;
  /** The records up to its place in the log. */
  readonly recordAt: (position: number) => SequencedRecord | undefined;
}

/** In steps, so that requests do not wait long: states are immutable, and records are only added. @throws TypeError */
export async function snapshotBytes({ of, stand, states, recordAt }: Taken): Promise<Buffer> {
  const places: RowPlaces = new Map();
  for (let position = 1; position <= stand.position; position += 1) {
    if (position % AT_ONE_GO === 1) await new Promise((resolve) => setImmediate(resolve));
    placeRows(places, recordAt(position) as SequencedRecord);
  }
  const { seed, size } = of;
  const { position, end, checksum } = stand;
  const written: Written = {
    ...{ format: SNAPSHOT_FORMAT, by: ownVersion(), seed, size, stand: { position, end, checksum } },
    states: [...states].map(([owner, state]) => [owner, textOfState(state, places)]),
  };
  const text = Buffer.from(JSON.stringify(written));
  const head = Buffer.alloc(HEAD_BYTES);
  MAGIC.copy(head);
  head.writeUInt32LE(text.length, MAGIC.length);
  head.writeUInt32LE(checksumOf(head, text), MAGIC.length + 4);
  return Buffer.concat([head, text]);
}

/** A snapshot, or a short reason why it cannot be used for a log of this identity. */
export function readSnapshot(bytes: Buffer, of: Pick<LogFacts, 'seed' | 'size'>): OwnerSnapshot | string {
  if (bytes.length < HEAD_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC))
    return 'is no snapshot of Touchstone';
  const text = bytes.subarray(HEAD_BYTES);
  if (text.length !== bytes.readUInt32LE(MAGIC.length)) return `is ${text.length} bytes of another number`;
  if (checksumOf(bytes, text) !== bytes.readUInt32LE(MAGIC.length + 4)) return 'is damaged';
  const { format, by, seed, size, stand, states } = JSON.parse(text.toString()) as Written;
  // Another version may judge the same records differently, so it replays them.
  if (format !== SNAPSHOT_FORMAT || by !== ownVersion()) return `is of Touchstone ${by}, format ${format}`;
  if (seed !== of.seed || size !== of.size) return `is of --seed ${seed} --world ${size}`;
  return {
    stand,
    states: (records) => new Map(states.map(([owner, state]) => [owner, stateOfText(state, records)])),
  };
}

function checksumOf(head: Buffer, text: Buffer): number {
  return crc32(text, crc32(head.subarray(0, MAGIC.length + 4)));
}
