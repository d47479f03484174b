import type { Random } from '../seed.ts';

/** What stands in for a byte: ASCII, so that the frame stays text, and nothing that a grammar of JSON holds outside a string. */
const STRAY = '~^%#@!?;';
/** One place is spoilt in so many characters, and one at least. */
const CHARACTERS_A_PLACE = 16;

/** The text with places of it spoilt under the seed, so that it parses as JSON no more. */
export function spoilt(text: string, random: Random): string {
  const characters = [...text];
  for (let places = Math.ceil(characters.length / CHARACTERS_A_PLACE); places > 0; places -= 1) {
    characters[random.int(0, characters.length - 1)] = random.pick([...STRAY]);
  }
  const changed = characters.join('');
  // What fell into strings alone still parses: then its first character goes, too.
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
