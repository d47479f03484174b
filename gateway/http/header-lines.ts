import type { IncomingMessage } from 'node:http';

/**
 * The values of a header, one for each line that states it; none where it was not sent. If a single-valued header occurs
 * twice, `headers` silently keeps one (trap X2). `headersDistinct` says the same, and is built of every header first.
 *
 * @param name in lower case
 */
export function linesOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): readonly string[] {
  let found: string[] | undefined;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const stated = rawHeaders[at] as string;
    if (stated.length !== name.length || stated.toLowerCase() !== name) continue;
    const value = rawHeaders[at + 1] as string;
    if (found === undefined) found = [value];
    else found.push(value);
  }
  return found ?? NONE;
}

const NONE: readonly string[] = [];
