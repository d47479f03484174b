/** Goes through the forward walks of a history as the tree that they are: several pages may follow one. */
import type { WalkedPage } from './walked-pages.ts';

/**
 * Calls `enter` for each page that a forward walk reached, after the page before it, and `leave` when all walks through it are
 * done: between the two, the pages entered and not left are the walk to the page. Each page costs one step, however long the walk.
 */
export function alongWalks(
  pages: readonly WalkedPage[],
  enter: (page: WalkedPage) => void,
  leave: (page: WalkedPage) => void,
): void {
  const followers = Map.groupBy(pages, ({ came }) => {
    if (came === undefined || came === 'first') return came;
    return came.toward === 'next' ? came.from : undefined;
  });
  const steps: { readonly page: WalkedPage; readonly isDone: boolean }[] = [];
  const follow = (from: WalkedPage | 'first') => {
    for (const page of followers.get(from) ?? []) steps.push({ page, isDone: false });
  };
  follow('first');
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { page, isDone } = step;
    if (isDone) leave(page);
    else {
      enter(page);
      steps.push({ page, isDone: true });
      follow(page);
    }
  }
}
