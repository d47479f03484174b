import type { Random } from '../seed.ts';

/** Replacement characters: ASCII, so that the frame stays text, and invalid in JSON outside a string. */
const STRAY = '~^%#@!?;';
/** One corrupted place per this many characters, and at least one. */
const CHARACTERS_A_PLACE = 16;

/** The text with corrupted places, chosen by the seed, so that it is not valid JSON. */
export function corrupted(text: string, random: Random): string {
  const characters = [...text];
  for (let places = Math.ceil(characters.length / CHARACTERS_A_PLACE); places > 0; places -= 1) {
    characters[random.int(0, characters.length - 1)] = random.pick([...STRAY]);
  }
  const changed = characters.join('');
  // Changes within strings still parse; then the first character is replaced, too.
  return parses(changed) ? `${random.pick([...STRAY])}${characters.slice(1).join('')}` : changed;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
