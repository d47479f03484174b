/** Parses one HTTP/1.1 response from the bytes of a connection, for requests that no HTTP client would send. */
import type { RecordedResponse } from './exchange.ts';

const HEAD_END = Buffer.from('\r\n\r\n');

function chunked(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (Number.isNaN(size)) return undefined;
    if (size === 0) return Buffer.concat(parts);
    if (bytes.length < line + 2 + size + 2) return undefined;
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

/**
 * The first final response in `bytes`; undefined where it is incomplete or no HTTP response. `ended`: the other side
 * has closed, so a body without a length is complete.
 */
export function readAnswer(bytes: Buffer, ended: boolean): RecordedResponse | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = /^HTTP\/1\.[01] ([0-9]{3})(?: |$)/.exec(first)?.[1];
  if (status === undefined) return undefined;
  const rest = bytes.subarray(headEnd + HEAD_END.length);
  if (status.startsWith('1') && status !== '101') return readAnswer(rest, ended);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const value = (name: string) => headers.find(([field]) => field.toLowerCase() === name)?.[1];
  const whole = (body: Buffer | undefined) =>
    body === undefined ? undefined : { status: Number(status), headers, body: body.toString('utf8') };
  if (value('transfer-encoding')?.toLowerCase().includes('chunked')) return whole(chunked(rest));
  const length = value('content-length');
  if (length !== undefined) return whole(rest.length < Number(length) ? undefined : rest.subarray(0, Number(length)));
  if (status === '101' || status === '204' || status === '304') return whole(Buffer.alloc(0));
  return whole(ended ? rest : undefined);
}
