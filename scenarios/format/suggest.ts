/** Suggests the intended name for an unknown one, or lists the known names. */
import { nearest } from '../../conformance/member/profile/nearest.ts';

/** Longer words, and more names, are not compared: it takes time with the square of them. */
const LONGEST_WORD = 100;
const MOST_COMPARED = 200;
const MOST_LISTED = 40;

/** The end of a message about an unknown name that lists the known ones itself: a suggestion, or nothing. */
export function suggestion(written: string, known: readonly string[]): string {
  if (written.length > LONGEST_WORD) return '';
  const near = nearest(written, known.slice(0, MOST_COMPARED));
  return near === undefined ? '' : `; did you mean '${near}'?`;
}

/** The end of a message about an unknown name: a suggestion, or the known names. */
export function hint(written: string, known: readonly string[]): string {
  const suggested = suggestion(written, known);
  if (suggested !== '' || known.length === 0) return suggested;
  const more = known.length - MOST_LISTED;
  return ` (known: ${known.slice(0, MOST_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}
