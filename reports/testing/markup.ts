/**
 * For tests: parses XML, or the page's HTML (which is well-formed XML after its doctype), strictly. Throws at the first
 * error; returns the elements in order, with the text of each itself.
 */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Only of the element itself, without its children; entities decoded. */
  text: string;
  readonly depth: number;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#10': '\n',
  '#9': '\t',
};
const PROLOGUE = /^(?:<\?xml version="1\.0" encoding="UTF-8"\?>|<!doctype html>)\n/;
const TAG = /<(\/?)([A-Za-z][A-Za-z0-9-]*)((?: [A-Za-z][A-Za-z0-9:-]*="[^"<]*")*) ?(\/?)>/y;
const TEXT = /[^<]+/y;
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function decoded(text: string): string {
  const illegal = ILLEGAL.exec(text);
  if (illegal !== null) throw new Error(`character U+${illegal[0].codePointAt(0)?.toString(16)} is illegal in XML`);
  if (text.includes(']]>')) throw new Error(']]> in text');
  return text.replace(/&([^;&]*);?/g, (whole, name: string) => {
    const character = whole.endsWith(';') ? ENTITIES[name] : undefined;
    if (character === undefined) throw new Error(`a bare & or an unknown entity: ${whole.slice(0, 20)}`);
    return character;
  });
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(/ ([^= ]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, decoded(value)] as const,
  );
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Error(`an attribute twice:${text}`);
  return Object.fromEntries(pairs);
}

/** The elements of a well-formed text, in order. Throws at the first error. */
export function readMarkup(source: string): readonly Element[] {
  const prologue = PROLOGUE.exec(source);
  if (prologue === null) throw new Error('no prologue');
  const elements: Element[] = [];
  const open: Element[] = [];
  let at = prologue[0].length;
  while (at < source.length) {
    TEXT.lastIndex = at;
    const text = TEXT.exec(source)?.[0];
    if (text !== undefined) {
      const holder = open.at(-1);
      if (holder !== undefined) holder.text += decoded(text);
      else if (text.trim() !== '') throw new Error(`text outside the root: ${text.slice(0, 40)}`);
      at += text.length;
      continue;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(source);
    if (tag === null) throw new Error(`no tag: ${source.slice(at, at + 60)}`);
    const [whole, closing, name = '', attributes = '', alone] = tag;
    at += whole.length;
    if (closing === '/') {
      const opened = open.pop();
      if (opened?.name !== name) throw new Error(`</${name}> closes <${opened?.name ?? 'nothing'}>`);
      continue;
    }
    if (open.length === 0 && elements.length > 0) throw new Error(`a second root: <${name}>`);
    const element = { name, attributes: attributesOf(attributes), text: '', depth: open.length };
    elements.push(element);
    if (alone !== '/') open.push(element);
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)?.name}> is not closed`);
  return elements;
}
