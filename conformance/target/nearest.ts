/** The name that somebody who typed `word` most likely meant; undefined where none is near (more than a third off). */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, off: distance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.off - b.off);
  const best = ranked[0];
  return best !== undefined && best.off <= Math.max(1, Math.floor(word.length / 3)) ? best.name : undefined;
}

/** Edits (insert, delete, replace one character) from one word to the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
