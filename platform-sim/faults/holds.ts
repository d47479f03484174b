/** Held things by name, in order of arrival. */
export interface Holds {
  /** Resolves when `name` is released, or everything of the rule is. */
  wait(name: string, ruleId: string): Promise<void>;
  /** Releases everything under a name now; returns the number released. */
  release(name: string): number;
  releaseOf(ruleId: string): number;
  /** What is held now, by name, in order of the first arrival. */
  counts(): readonly { readonly name: string; readonly count: number }[];
}

interface Waiting {
  readonly name: string;
  readonly ruleId: string;
  readonly go: () => void;
}

/** Creates an empty set of holds. */
export function createHolds(): Holds {
  let waiting: Waiting[] = [];

  function letGo(which: (entry: Waiting) => boolean): number {
    const released = waiting.filter(which);
    waiting = waiting.filter((entry) => !which(entry));
    for (const { go } of released) go();
    return released.length;
  }

  return {
    wait: (name, ruleId) => new Promise<void>((resolve) => waiting.push({ name, ruleId, go: resolve })),
    release: (name) => letGo((entry) => entry.name === name),
    releaseOf: (ruleId) => letGo((entry) => entry.ruleId === ruleId),
    counts() {
      const counts = new Map<string, number>();
      for (const { name } of waiting) counts.set(name, (counts.get(name) ?? 0) + 1);
      return [...counts].map(([name, count]) => ({ name, count }));
    },
  };
}
