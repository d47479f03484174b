import type { IncomingMessage } from 'node:http';

/**
 * The values of a header, one for each line that states it; none where it was not sent. If a single-valued header occurs
 * twice, `headers` silently keeps one (trap X2).
 *
 * @param name in lower case
 */
export function linesOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): readonly string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

/** Splits a request target at its first question mark, without decoding. */
export function targetOf(url: string): { readonly path: string; readonly rawQuery: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, rawQuery: '' } : { path: url.slice(0, mark), rawQuery: url.slice(mark + 1) };
}
