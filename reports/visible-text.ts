/**
 * Text of a target as a report may show it. Whoever reads a report sees what was sent, so nothing that hides or reorders
 * text is passed on: control characters but line feed and tab, bidirectional and zero-width formatting, lone surrogates
 * and noncharacters are written out as `\u{202e}`.
 */
const HIDING = /[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/gu;

export function visible(text: string): string {
  return text.replace(HIDING, (character) => {
    if (character === '\n' || character === '\t') return character;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;
  });
}

/** At most so many characters, and said so where it was cut. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}... (${text.length} characters)`;
}
