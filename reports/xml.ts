/** XML, one element at a time; every text goes through here, and none of it can end what it stands in. */
import { visible } from './visible-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML 1.0 does not have are written out by `visible`; `>` too is an entity, so `]]>` never stands there. */
export function xmlText(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

function attribute(name: string, value: string | number): string {
  const text = xmlText(`${value}`).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
  return ` ${name}="${text}"`;
}

export type Attributes = Readonly<Record<string, string | number>>;

/** `inside` is XML already: elements made by this function, or `xmlText`. */
export function element(name: string, attributes: Attributes, inside: readonly string[] = []): string {
  const stated = Object.entries(attributes).map(([key, value]) => attribute(key, value));
  const content = inside.join('');
  return content === '' ? `<${name}${stated.join('')}/>` : `<${name}${stated.join('')}>${content}</${name}>`;
}
