/** Named states of one world, to restore later. */
import type { WorldMark } from './running-world.ts';
import type { Snapshot } from './sandbox-world.ts';
import { WORLD_NAME } from './world-address.ts';
import { WorldError } from './world-error.ts';

/** Each snapshot holds its sequence. */
export const MOST_SNAPSHOTS = 64;

export interface Snapshots {
  /** @throws WorldError for an invalid or used name, and if there are 64 already */
  add(mark: WorldMark, name?: string): Snapshot;
  /** @throws WorldError if there is no such snapshot */
  find(name: string): WorldMark;
  /** false: there is no such snapshot. */
  remove(name: string): boolean;
  /** In the order of their creation. */
  list(): readonly Snapshot[];
}

/** Creates an empty set of snapshots. */
export function createSnapshots(): Snapshots {
  const marks = new Map<string, WorldMark>();
  let count = 0;

  function nameOf(stated: string | undefined): string {
    if (marks.size >= MOST_SNAPSHOTS) {
      throw new WorldError(`there are ${MOST_SNAPSHOTS} snapshots, and no more are kept: DELETE /snapshots/{name}`);
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
      return viewOf(name, mark);
    },
    find(name) {
      const mark = marks.get(name);
      if (mark === undefined)
        throw new WorldError(`there is no snapshot ${name}: GET /snapshots lists those there are`);
      return mark;
    },
    remove: (name) => marks.delete(name),
    list: () => Array.from(marks, ([name, mark]) => viewOf(name, mark)),
  };
}

/** The public view of a snapshot. */
export function viewOf(name: string, { seed, nowNs, journal }: WorldMark): Snapshot {
  return { name, seed, position: journal.head(), nowNs: `${nowNs}` };
}
