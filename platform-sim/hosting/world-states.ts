/** The state of a world over its resets: reset, snapshot, restore, fork. */
import type { Front } from '../front/front.ts';
import { clockNsOf } from '../part.ts';
import { createSeed } from '../seed.ts';
import type { RunningMark, RunningPlatform, WorldMark } from './running-platform.ts';
import { viewOf } from './snapshots.ts';
import { type Fork, type World, WorldError } from './world.ts';
import { type Current, clockOf, type Lasting, RUN_OUT_MS } from './world-parts.ts';

export type StartPlatform = (seed: number, mark?: RunningMark) => RunningPlatform;

type States = Pick<World, 'reset' | 'snapshot' | 'snapshots' | 'forget' | 'restore' | 'fork'>;

/** Resets, snapshots and forks. */
export function statesOf(
  lasting: Lasting,
  now: Current,
  front: Front,
  start: StartPlatform,
  replaced: () => void,
): States {
  const { clock: kind, firstSeed, ticking, stored, worlds, plans, world, marks } = lasting;

  function replaceBy(seed: number, mark?: RunningMark): void {
    const former = now.running;
    now.running = start(seed, mark);
    replaced();
    former.retire();
  }

  /** @param at a position, with the clock at its record's time; absent: now. */
  function markAt(at?: number): WorldMark {
    const { running, ids } = now;
    const { genesis, head, journal } = running.platform;
    if (at !== undefined && (at < genesis || at > head())) {
      throw new WorldError(`there is no such position: this world began with ${genesis}, and has come to ${head()}`);
    }
    const record = at === undefined ? undefined : journal.at(at);
    const nowNs = record === undefined ? ticking.nowNs() : clockNsOf(record);
    return { ...running.mark(at ?? head()), seed: running.seed, nowNs, minted: ids.drawn(), routing: front.routing };
  }

  return {
    async reset(seed = now.running.seed) {
      replaceBy(seed);
      marks.add('reset', `reset to seed ${seed}`);
      return { seed, position: now.running.platform.head() };
    },
    snapshot(name) {
      // Later requests begin with the first member, as they do after the restored snapshot.
      front.restartRouting();
      return stored.add(markAt(), name);
    },
    snapshots: stored.list,
    forget: stored.remove,
    async restore(name) {
      const known = stored.find(name);
      const found = 'journal' in known ? known : await known.read();
      const former = now.clock;
      if (kind === 'virtual') now.clock = clockOf(kind, found.nowNs);
      now.ids = createSeed(firstSeed, found.minted);
      front.direct(found.routing);
      front.restartRouting();
      replaceBy(found.seed, found);
      marks.add('reset', `restored to snapshot ${name}`);
      // Otherwise what waits for its former clock would wait for ever.
      if (kind === 'virtual') former.advance(RUN_OUT_MS).catch(() => undefined);
      return viewOf(name, found);
    },
    fork: async ({ at, ...named }: Fork = {}) => {
      const { limits = {}, defects = [], permissive = [] } = lasting;
      const same = { world, clock: kind, members: plans, limits, defects, permissive };
      return worlds.fork(markAt(at), { ...same, seed: firstSeed, route: front.routing.route, ...named });
    },
  };
}
