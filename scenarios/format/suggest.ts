/** What stands behind a name that nothing has: the name that was likely meant, or those that there are. */
import { nearest } from '../../conformance/client/nearest.ts';

/** The word, and each word that two swapped neighbours may have come from: `hodl` gives `hold` among them. */
function unswapped(word: string): readonly string[] {
  return Array.from(word, (_, i) =>
    i === 0 ? word : `${word.slice(0, i - 1)}${word[i] ?? ''}${word[i - 1] ?? ''}${word.slice(i + 1)}`,
  );
}

export function hint(written: string, known: readonly string[]): string {
  const near =
    nearest(written, known) ?? known.find((name) => unswapped(written.toLowerCase()).includes(name.toLowerCase()));
  if (near !== undefined) return `; did you mean '${near}'?`;
  return known.length === 0 ? '' : ` (known: ${known.join(', ')})`;
}
