/** A mark and a word, in the colour of a verdict or of a tone. */
export function Badge({ kind, children }: { readonly kind: string; readonly children: string }) {
  return <span class={`badge ${kind}`}>{children}</span>;
}
