/** The presence of record owners. An absent one accepts no command, and those in its inbox wait for it. */
import type { OwnerName } from '../gateway/facts.ts';

export interface OwnerPresence {
  isAway(owner: OwnerName): boolean;
  leave(owner: OwnerName): void;
  comeBack(owner: OwnerName): void;
  /** Resolves when the owner is present; check again then, because it may have left once more. */
  there(owner: OwnerName): Promise<void>;
}

/** Creates the presence of the owners: all are present. */
export function createOwnerPresence(): OwnerPresence {
  const away = new Map<OwnerName, PromiseWithResolvers<void>>();
  return {
    isAway: (owner) => away.has(owner),
    leave(owner) {
      if (!away.has(owner)) away.set(owner, Promise.withResolvers());
    },
    comeBack(owner) {
      const leave = away.get(owner);
      away.delete(owner);
      leave?.resolve();
    },
    async there(owner) {
      for (let leave = away.get(owner); leave !== undefined; leave = away.get(owner)) await leave.promise;
    },
  };
}
