import type { Node } from 'jsonc-parser';
import { jsoncTree } from '../contract/jsonc.ts';
import { DocumentSchema, type Place, type ReferenceKind } from './document-schema.ts';

/** A name where the schema types a reference, and the place of its string in the text, quotes included. */
export interface DocumentName {
  readonly name: string;
  readonly kinds: readonly ReferenceKind[];
  readonly offset: number;
  readonly length: number;
}

/**
 * The names in a document, in the order of its text; undefined if the text is not JSONC. Member names are compared
 * after unescaping, and a repeated member counts as two places.
 */
export function namesIn(
  document: string,
  documentSchema: Readonly<Record<string, unknown>>,
): readonly DocumentName[] | undefined {
  const tree = jsoncTree(document);
  return tree && namesUnder(tree, new DocumentSchema(documentSchema));
}

function namesUnder(tree: Node, schema: DocumentSchema): readonly DocumentName[] {
  const names: DocumentName[] = [];
  const waiting: { readonly node: Node; readonly place: Place }[] = [{ node: tree, place: schema.root }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, place } = next;
    const { type, offset, length, value, children = [] } = node;
    // No schema applies here, so nothing below is a reference.
    if (place.size === 0) continue;
    if (type === 'string') {
      const kinds = schema.referenceKinds(place);
      if (kinds.length > 0) names.push({ name: value, kinds, offset, length });
    } else if (type === 'array') {
      children.forEach((element, index) => void waiting.push({ node: element, place: schema.element(place, index) }));
    } else if (type === 'object') {
      for (const { children: [name, member] = [] } of children) {
        if (name !== undefined && member !== undefined)
          waiting.push({ node: member, place: schema.member(place, name.value) });
      }
    }
  }
  return names.sort((a, b) => a.offset - b.offset);
}
