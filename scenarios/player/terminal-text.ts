/** Text for a terminal: colours by tone, and nothing of a target that a terminal could interpret. */

export type Tone = 'good' | 'bad' | 'unsure' | 'quiet' | 'strong';
export type Paint = (tone: Tone, text: string) => string;

/** Returns the text without colour. */
export const plain: Paint = (_, text) => text;

/** A target's text may contain anything; a terminal must not interpret it. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu, '\ufffd');
}

/** The words in lines of at most this many characters; a longer word has a separate line. */
export function wrapped(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** At most this many characters, with the number of all where it was cut. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}... (${text.length} characters)`;
}
