/**
 * A target's text as a report may show it. The reader must see what was sent, so characters that hide or reorder text
 * are written out: control characters except line feed and tab, bidirectional and zero-width formatting, lone
 * surrogates and noncharacters appear as `\u{202e}`.
 */
const HIDING = /[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/gu;

/** The text with hidden and reordering characters written out. */
export function visible(text: string): string {
  return text.replace(HIDING, (character) => {
    if (character === '\n' || character === '\t') return character;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;
  });
}

/** At most this many characters, with a mark where it was cut. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}... (${text.length} characters)`;
}
