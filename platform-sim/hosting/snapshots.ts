/** Named states of one world, to restore later. */

import type { SequencedRecord } from '../../gateway/facts.ts';
import { rulesOfText, textOfRules } from '../faults/mark-text.ts';
import type { NamedSnapshots } from '../log/durable-world.ts';
import { memoryJournal } from '../log/memory.ts';
import type { Note } from '../log/note.ts';
import type { WorldMark } from './running-platform.ts';
import { type Snapshot, WorldError } from './world.ts';
import { WORLD_NAME } from './world-address.ts';

/** Each snapshot holds its sequence. */
export const MOST_SNAPSHOTS = 64;

export interface Snapshots {
  /** @throws WorldError for an invalid or used name, and if there are 64 already */
  add(mark: WorldMark, name?: string): Snapshot;
  /** @throws WorldError if there is no such snapshot */
  find(name: string): WorldMark | StoredMark;
  /** false: there is no such snapshot. */
  remove(name: string): boolean;
  /** In the order of their creation. */
  list(): readonly Snapshot[];
}

/** A snapshot of a former process. */
interface StoredMark {
  readonly view: Snapshot;
  read(): Promise<WorldMark>;
}

/** @param storage holds the snapshots of earlier processes too; absent: snapshots end with the process */
export function createSnapshots(storage?: NamedSnapshots): Snapshots {
  const marks = new Map<string, WorldMark | StoredMark>();
  for (const text of storage?.found ?? []) {
    const view = JSON.parse(text) as Snapshot;
    marks.set(view.name, { view, read: async () => markOfText((await storage?.read(view.name)) ?? '') });
  }
  let count = 0;

  function nameOf(stated: string | undefined): string {
    if (marks.size >= MOST_SNAPSHOTS) {
      throw new WorldError(
        `there are ${MOST_SNAPSHOTS} snapshots, the most that one world stores: delete one with DELETE /snapshots/{name}`,
      );
    }
    if (stated !== undefined) {
      if (!WORLD_NAME.test(stated)) {
        throw new WorldError('a snapshot is named by 1 to 64 letters, digits, dots, underscores and hyphens');
      }
      if (marks.has(stated)) throw new WorldError(`there is a snapshot ${stated} already: choose another name`);
      return stated;
    }
    do count += 1;
    while (marks.has(`s${count}`));
    return `s${count}`;
  }

  return {
    add(mark, stated) {
      const name = nameOf(stated);
      marks.set(name, mark);
      const view = viewOf(name, mark);
      storage?.put(name, JSON.stringify(view), textOfMark(mark));
      return view;
    },
    find(name) {
      const mark = marks.get(name);
      if (mark === undefined)
        throw new WorldError(`there is no snapshot ${name}: GET /snapshots lists those there are`);
      return mark;
    },
    remove(name) {
      const isThere = marks.delete(name);
      if (isThere) storage?.remove(name);
      return isThere;
    },
    list: () => Array.from(marks, ([name, mark]) => ('view' in mark ? mark.view : viewOf(name, mark))),
  };
}

/** The public view of a snapshot. */
export function viewOf(name: string, { seed, nowNs, journal }: WorldMark): Snapshot {
  return { name, seed, position: journal.head(), nowNs: `${nowNs}` };
}

/** A state of a world as text, for another process: with its records in place of the states that they lead to. */
interface Written extends Omit<WorldMark, 'journal' | 'platform' | 'faults' | 'nowNs'> {
  readonly records: readonly SequencedRecord[];
  readonly notes: readonly Note[];
  readonly faults: string;
  readonly nowNs: string;
}

function textOfMark({ journal, platform: _, members, faults, nowNs, ...rest }: WorldMark): string {
  const written: Written = {
    ...rest,
    members: { ...members, seats: members.seats.map(({ applied: _, ...seat }) => seat) },
    faults: textOfRules(faults),
    nowNs: `${nowNs}`,
    records: journal.after(0),
    notes: journal.notes(),
  };
  return JSON.stringify(written);
}

function markOfText(text: string): WorldMark {
  const { records, notes, faults, nowNs, ...rest } = JSON.parse(text) as Written;
  return {
    ...rest,
    journal: memoryJournal(records, notes),
    platform: undefined,
    faults: rulesOfText(faults),
    nowNs: BigInt(nowNs),
  };
}
