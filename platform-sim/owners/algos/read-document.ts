import type { Node } from 'jsonc-parser';
import { jsoncTree } from '../../../gateway/contract/jsonc.ts';

export type DocumentValue = null | boolean | number | string | readonly DocumentValue[] | DocumentObject;
export interface DocumentObject {
  readonly [name: string]: DocumentValue;
}

/** The content of a document, or why its text is not one that an engine can run. */
export type ReadDocument =
  | { readonly value: DocumentObject; readonly lacks?: undefined }
  | { readonly value?: undefined; readonly lacks: string };

/** A repeated member is refused: readers of the text must see what runs. */
export function readDocument(text: string): ReadDocument {
  const tree = jsoncTree(text);
  if (tree === undefined) return { lacks: 'is no JSONC text' };
  if (tree.type !== 'object') return { lacks: 'is no object' };
  const twice: string[] = [];
  const value = plain(tree, twice) as DocumentObject;
  return twice[0] === undefined ? { value } : { lacks: `states ${JSON.stringify(twice[0])} twice in one object` };
}

function plain({ type, value, children = [] }: Node, twice: string[]): DocumentValue {
  if (type === 'array') return children.map((element) => plain(element, twice));
  if (type !== 'object') return value as DocumentValue;
  // No prototype: a member may have the name of one of Object's own.
  const members = Object.create(null) as Record<string, DocumentValue>;
  for (const { children: [name, member] = [] } of children) {
    if (name === undefined || member === undefined) continue;
    if (Object.hasOwn(members, name.value)) twice.push(name.value);
    members[name.value] = plain(member, twice);
  }
  return members;
}
