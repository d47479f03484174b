/**
 * Delta debugging over a list: which items can go while a property still holds. Chunks are removed first, then single
 * items until none can go. It knows nothing of scenarios.
 */

/** Tries the items that would remain. undefined: the property is lost. Otherwise what remains: these, or fewer. */
export type Attempt<T> = (kept: readonly T[]) => Promise<readonly T[] | undefined>;

/**
 * The property must hold for `items`. Returns a part of them, in their order, of which no single item can go: it is
 * 1-minimal with regard to `attempt`. Later items are removed first, because earlier ones prepare for them.
 */
export async function minimise<T>(items: readonly T[], attempt: Attempt<T>): Promise<readonly T[]> {
  if (items.length === 0) return items;
  let kept = (await attempt([])) ?? items;
  let size = Math.ceil(kept.length / 2);
  while (kept.length > 0) {
    const before = kept.length;
    for (let end = kept.length; end > 0; end = Math.min(end - size, kept.length)) {
      const start = Math.max(0, end - size);
      kept = (await attempt([...kept.slice(0, start), ...kept.slice(end)])) ?? kept;
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (kept.length === before) break;
  }
  return kept;
}
