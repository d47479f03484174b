import { viewOfClock } from '../clock-routes.ts';
import type { Controlled } from '../controlled.ts';
import { memberView } from '../member-routes.ts';
import { rollView } from '../roll-routes.ts';
import { worldView } from '../world-routes.ts';
import type { SectionName } from './event-shapes.ts';

/** The value of each section now. */
export async function sectionsOf(controlled: Controlled): Promise<Readonly<Record<SectionName, unknown>>> {
  const { world, baseUrl, clock, faults, owners, worlds, snapshots } = controlled;
  const rolls = await controlled.rolls();
  return {
    platform: { world, seed: controlled.seed(), position: controlled.head(), baseUrl },
    clock: viewOfClock(clock),
    members: controlled.members().map(memberView),
    owners: owners.list(),
    faults: faults.list(),
    waiting: faults.waiting(),
    rolls: rolls.list().map(rollView),
    worlds: worlds.list().map(worldView),
    snapshots: snapshots.list(),
  };
}
