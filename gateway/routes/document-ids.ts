import type { DocumentName } from './document-names.ts';

/** A name with the id that it was resolved to. */
export type ResolvedName = Pick<DocumentName, 'name' | 'offset' | 'length'> & { readonly id: number };

/**
 * Texts that a one-line comment cannot show: the end of a comment, control characters, line ends, half a surrogate
 * pair.
 */
const UNSPEAKABLE = /\*\/|\p{Cc}|\p{Zl}|\p{Zp}|\p{Cs}/u;

/** Whether every name can be kept as a comment: all are kept, or none (decision A84). */
export function canBeComments(names: readonly ResolvedName[]): boolean {
  return names.every(({ name }) => !UNSPEAKABLE.test(name));
}

/** The document with an id in place of each name's string and the name beside it in a comment; all else unchanged. */
export function withComments(document: string, names: readonly ResolvedName[]): string {
  return replaced(document, names, ({ id, name }) => `${id} /* ${name} */`);
}

/** As `withComments`, with the ids only. */
export function withoutComments(document: string, names: readonly ResolvedName[]): string {
  return replaced(document, names, ({ id }) => String(id));
}

function replaced(document: string, names: readonly ResolvedName[], text: (name: ResolvedName) => string): string {
  let end = 0;
  const parts = names.flatMap((name) => {
    const before = document.slice(end, name.offset);
    end = name.offset + name.length;
    return [before, text(name)];
  });
  return parts.join('') + document.slice(end);
}
