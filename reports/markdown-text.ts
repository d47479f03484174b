/** A target's text inside Markdown: it cannot create markup, mentions, links or HTML comments. */
import { visible } from './visible-text.ts';

/**
 * An invisible character between two characters that would together make a mention, a reference or a link on GitHub.
 */
const APART = '\u2060';

/** One line of prose: punctuation of markup is escaped, because an entity would not stop a mention. */
export function inline(text: string): string {
  return visible(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_[\]|~$]/g, '\\$&')
    .replace(/[@#](?=[\w-])|:(?=\/\/)|www(?=\.)/gi, `$&${APART}`);
}

/** A code span in prose. In a table its pipes would need escapes: no table of a report has one. */
export function code(text: string): string {
  const line = visible(text).replace(/\s+/g, ' ').trim();
  const fence = '`'.repeat(longestRun(line) + 1);
  const padded = line === '' || line.startsWith('`') || line.endsWith('`') ? ` ${line} ` : line;
  return `${fence}${padded}${fence}`;
}

/** A block of code, fenced by more backticks than it holds. */
export function block(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}\n${visible(text)}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
