import type { Defect } from '../defect.ts';

type Tree = Record<string, unknown>;

/** A member that publishes another document than the one it keeps; `edit` changes a copy in place. */
export function editedDocument(edit: (document: Tree) => void): NonNullable<Defect['document']> {
  return (good) => {
    const copy = structuredClone(good);
    edit(copy);
    return copy;
  };
}

/** The object at a place of the document. Throws where the document has none: the defect is out of date. */
export function partOf(document: Tree, ...way: readonly string[]): Tree {
  let part: unknown = document;
  for (const step of way) part = (part as Tree | undefined)?.[step];
  if (typeof part !== 'object' || part === null) throw new Error(`the document has nothing at ${way.join('/')}`);
  return part as Tree;
}

export function schemaOf(document: Tree, name: string): Tree {
  return partOf(document, 'components', 'schemas', name);
}
