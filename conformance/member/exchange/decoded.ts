/** A text without its percent escapes; unchanged where one is malformed, since paths and forms may be foreign. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
