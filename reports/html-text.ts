/** HTML by template: every value is escaped, unless it is HTML made by this template. */
import { xmlText } from './xml.ts';

/** Escaped HTML; only `html` creates it. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Part = Html | string | number | readonly Part[] | undefined;

function rendered(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.source;
  return Array.isArray(part) ? part.map(rendered).join('') : xmlText(`${part as string | number}`);
}

/** `html\`<td>${text}</td>\``; undefined is empty, a list is its concatenated parts. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((piece, i) => piece + (i < parts.length ? rendered(parts[i]) : '')).join(''));
}
