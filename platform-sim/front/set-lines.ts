import type { ServerResponse } from 'node:http';

/** Sets the headers of a head that is a list, names and values in turn. */
export function setLines(response: ServerResponse, lines: readonly string[]): void {
  for (let at = 0; at < lines.length; at += 2) response.setHeader(lines[at] as string, lines[at + 1] as string);
}
