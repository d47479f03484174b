/** Writes XML, one element at a time; every text is escaped here, so none can end its element. */
import { visible } from './visible-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** `visible` writes out characters that XML 1.0 does not allow; `>` is also an entity, so `]]>` never occurs. */
export function xmlText(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

function attribute(name: string, value: string | number): string {
  const text = xmlText(`${value}`).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
  return ` ${name}="${text}"`;
}

export type Attributes = Readonly<Record<string, string | number>>;

/** @param inside is already XML: elements of this function, or `xmlText`. */
export function element(name: string, attributes: Attributes, inside: readonly string[] = []): string {
  const stated = Object.entries(attributes).map(([key, value]) => attribute(key, value));
  const content = inside.join('');
  return content === '' ? `<${name}${stated.join('')}/>` : `<${name}${stated.join('')}>${content}</${name}>`;
}
