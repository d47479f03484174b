/** A text in which what differs is marked: underlined and bold, so that it shows without colour, too. */
export function Marked({
  pieces,
}: {
  readonly pieces: readonly { readonly text: string; readonly differs: boolean }[];
}) {
  return <>{pieces.map(({ text, differs }, i) => (differs ? <mark key={i}>{text}</mark> : text))}</>;
}
