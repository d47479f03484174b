/** The metrics of a process with a platform: of its members in every world, its owners and its sequence. */
import { worldReadiness } from '../health/readiness.ts';
import type { World } from '../hosting/world.ts';
import type { ProcessFacts } from '../nats/bus/process-facts.ts';
import { type Counts, createMetrics, type MeasuredMember, type MeasuredSequence, measuredMember } from './metrics.ts';

export interface PlatformMetrics {
  readonly process: ProcessFacts;
  readonly counts: Counts;
  /** The default world first. */
  worlds(): readonly [World, ...World[]];
  /** Of the default world; undefined: it has no log on a disk. */
  logBytes(): number | undefined;
}

/** @returns the text at each call */
export function platformMetrics({ process, counts, worlds, logBytes }: PlatformMetrics): () => Promise<string> {
  return createMetrics({
    ...{ process, counts },
    readiness: () => worldReadiness(worlds()[0]),
    members: () => worlds().flatMap(membersOf),
    sequence: () => ({ ...sequenceOf(worlds()), logBytes: logBytes() }),
  });
}

function membersOf(world: World): readonly MeasuredMember[] {
  const head = world.platform.head();
  return world.ownMembers().map((seat) => measuredMember(seat, head));
}

function sequenceOf(worlds: readonly [World, ...World[]]): Omit<MeasuredSequence, 'logBytes'> {
  const inboxes = new Map<string, number>();
  for (const { platform } of worlds)
    for (const { name, waiting } of platform.owners.list()) inboxes.set(name, (inboxes.get(name) ?? 0) + waiting);
  return { position: worlds[0].platform.head(), worlds: worlds.length, inboxes };
}
