/** The name that was most likely meant: at most a third of its characters differ. undefined if none is near. */
export function likely(word: string, names: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3));
  const [best] = names
    .map((name) => ({ name, off: edits(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ off }) => off <= most)
    .toSorted((a, b) => a.off - b.off);
  return best?.name;
}

/** The number of characters to insert, delete or replace. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, character] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const replaced = (row[j] ?? 0) + (character === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
