/** A text of the client's own: its `${` is none of the scenario's references. */
export function escaped(text: string): string {
  return text.replaceAll('${', () => '$${');
}
