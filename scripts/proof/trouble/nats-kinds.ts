/** The kinds of trouble of a NATS server, one row a kind. */
import type { FullStore } from './full-store.ts';
import type { Deployment } from './worlds.ts';

export interface Stage {
  readonly world: Deployment;
  readonly store: FullStore;
  /** From 0. */
  readonly round: number;
}

/** Each begins its trouble. The result ends it, and resolves with what is wrong. */
export const KINDS = {
  async kill({ world: { nats } }: Stage) {
    await nats.kill();
    return nats.start;
  },
  async hang({ world: { nats } }: Stage) {
    nats.hang();
    return async () => nats.resume();
  },
  full: ({ world: { nats }, store }: Stage) => store.fill(nats),
  async takeover({ world, round }: Stage) {
    world.nats.hang();
    const how = round % 2 === 0 ? 'SIGSTOP' : 'SIGKILL';
    world.loseActive(how);
    return async () => {
      world.nats.resume();
      const left = await world.followActive();
      if (how === 'SIGSTOP' && left !== 4) throw new Error(`a platform that lost its lease ended with ${left}`);
    };
  },
} as const satisfies Record<string, (stage: Stage) => Promise<() => Promise<void>>>;

export type Kind = keyof typeof KINDS;
export const ALL_KINDS = Object.keys(KINDS) as readonly Kind[];
