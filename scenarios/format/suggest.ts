/** Suggests the intended name for an unknown one, or lists the known names. */
import { nearest } from '../../conformance/client/nearest.ts';

/** The word, and its variants with two neighbouring letters swapped: `hodl` gives `hold` among them. */
function unswapped(word: string): readonly string[] {
  return Array.from(word, (_, i) =>
    i === 0 ? word : `${word.slice(0, i - 1)}${word[i] ?? ''}${word[i - 1] ?? ''}${word.slice(i + 1)}`,
  );
}

/** The end of a message about an unknown name that lists the known ones itself: a suggestion, or nothing. */
export function suggestion(written: string, known: readonly string[]): string {
  const near =
    nearest(written, known) ?? known.find((name) => unswapped(written.toLowerCase()).includes(name.toLowerCase()));
  return near === undefined ? '' : `; did you mean '${near}'?`;
}

/** The end of a message about an unknown name: a suggestion, or the known names. */
export function hint(written: string, known: readonly string[]): string {
  const suggested = suggestion(written, known);
  if (suggested !== '' || known.length === 0) return suggested;
  return ` (known: ${known.join(', ')})`;
}
