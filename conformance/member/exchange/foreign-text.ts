/** Text of a member, a peer or a file, for a line of our own: nothing in it ends the line, moves a cursor or hides text. */
const OBEYED = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;

/** The text in one line, a space for each run of characters that a terminal obeys. */
export function inLine(text: string): string {
  return text.replace(OBEYED, ' ');
}
