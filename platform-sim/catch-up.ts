import type { SequencedRecord } from '../gateway/facts.ts';
import type { PlatformPort } from '../gateway/platform-port.ts';

/** A member's way to the platform, with a gate before what it follows: while it is shut, the member catches up. */
export interface CatchUp {
  readonly port: PlatformPort;
  /** Hands over what has gone by, in order, and everything from then on as it comes. Once is enough. */
  open(): void;
}

interface Follower {
  readonly after: number;
  readonly apply: (record: SequencedRecord) => void;
  stop: () => void;
}

/** A gate that is shut at first: a member behind it has applied nothing, and says so (AUTH-08). */
export function catchUp(port: PlatformPort): CatchUp {
  const waiting = new Set<Follower>();
  let isOpen = false;
  return {
    port: {
      ...port,
      follow(after, apply) {
        if (isOpen) return port.follow(after, apply);
        const follower: Follower = { after, apply, stop: () => void waiting.delete(follower) };
        waiting.add(follower);
        return { stop: () => follower.stop() };
      },
    },
    open() {
      isOpen = true;
      for (const follower of waiting) {
        waiting.delete(follower);
        const following = port.follow(follower.after, follower.apply);
        follower.stop = () => following.stop();
      }
    },
  };
}
