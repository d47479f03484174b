/** Several plays at once, whose lines come out in the order of the list and never mixed. */

export type Say = (lines: readonly string[]) => void;

/**
 * Runs up to `jobs` at a time. The lines of the first item that is not finished come out at once, those of later ones
 * when it is their turn. After an error or an interruption none is started; those in progress are waited for, and the
 * first error is thrown. @returns the results of those that ran, in order
 */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  { jobs, out, stop }: { readonly jobs: number; readonly out: Say; readonly stop: AbortSignal },
  run: (item: Item, say: Say) => Promise<Result>,
): Promise<readonly Result[]> {
  const kept = items.map(() => [] as string[]);
  const finished = new Set<number>();
  const results = new Map<number, Result>();
  const errors = new Map<number, unknown>();
  let turn = 0;
  let next = 0;
  const say = (i: number, lines: readonly string[]) => (i === turn ? out(lines) : void kept[i]?.push(...lines));
  const end = (i: number) => {
    finished.add(i);
    while (finished.has(turn)) {
      turn += 1;
      out(kept[turn]?.splice(0) ?? []);
    }
  };
  const worker = async () => {
    while (next < items.length && errors.size === 0 && !stop.aborted) {
      const i = next;
      next += 1;
      try {
        results.set(i, await run(items[i] as Item, (lines) => say(i, lines)));
      } catch (thrown) {
        errors.set(i, thrown);
      }
      end(i);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
  const [first] = [...errors.keys()].toSorted((a, b) => a - b);
  if (first !== undefined) throw errors.get(first);
  return [...results.keys()].toSorted((a, b) => a - b).map((i) => results.get(i) as Result);
}
