import type { Piece } from '../../differences.ts';

/** A text in which what differs is marked, but for the white space around it. */
export function Marked({ pieces }: { readonly pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map(({ text, differs }, i) => {
        const [, before, inside, after] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
        return differs ? [before, <mark key={i}>{inside}</mark>, after] : text;
      })}
    </>
  );
}
