/** Commands that were submitted to owners and are not sequenced yet: bounded for each owner, one command a key. */
import { keyName } from '../gateway/contract/keys.ts';
import type { Command, OwnerName } from '../gateway/facts.ts';
import type { Soon, Submission } from '../gateway/platform-port.ts';

export interface Waiting {
  readonly command: Command;
  /** Settles when the command is sequenced. Set once the call that submitted it has returned. */
  submission?: Soon<Submission>;
}

export interface Inbox {
  /** The command that waits under a key. */
  pending(orgId: number, key: string): Waiting | undefined;
  isFull(owner: OwnerName): boolean;
  /** The number of commands in one owner's inbox. */
  size(owner: OwnerName): number;
  /** Takes a place; the returned function frees it and may be called repeatedly. */
  enter(waiting: Waiting): () => void;
}

/** @param places the places of each owner. */
export function createInbox(places: number): Inbox {
  const taken = new Map<OwnerName, number>();
  const byKey = new Map<string, Waiting>();
  const size = (owner: OwnerName): number => taken.get(owner) ?? 0;
  return {
    pending: (orgId, key) => byKey.get(keyName(orgId, key)),
    isFull: (owner) => size(owner) >= places,
    size,
    enter(waiting) {
      const { owner, principal, key } = waiting.command;
      const name = key === null ? undefined : keyName(principal.orgId, key);
      taken.set(owner, size(owner) + 1);
      if (name !== undefined) byKey.set(name, waiting);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        taken.set(owner, size(owner) - 1);
        if (name !== undefined) byKey.delete(name);
      };
    },
  };
}
