import type { HeaderLines } from '../exchange/exchange.ts';

const HTTP_REQUEST = /^[A-Z]+ \S+ HTTP\/1\.1\r\n/;

export interface RawRequest {
  readonly bytes: Uint8Array;
  /** The head's lines as they may be recorded. */
  readonly lines: readonly string[];
}

/** Appends these headers to the head, except those that it already states. Bytes that are no request stay unchanged. */
export function withHeaders({ bytes, lines }: RawRequest, added: HeaderLines): RawRequest {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = whole.indexOf('\r\n\r\n');
  const head = end < 0 ? '' : whole.toString('latin1', 0, end + 2);
  if (!HTTP_REQUEST.test(head) || !/^host:/im.test(head)) return { bytes, lines };
  const stated = new Set(lines.map((line) => line.split(':', 1)[0]?.toLowerCase()));
  const more = added.filter(([name]) => !stated.has(name.toLowerCase())).map(([name, value]) => `${name}: ${value}`);
  const text = more.map((line) => `${line}\r\n`).join('');
  return {
    bytes: Buffer.concat([whole.subarray(0, end + 2), Buffer.from(text, 'latin1'), whole.subarray(end + 2)]),
    lines: [...lines.filter((line) => line !== ''), ...more],
  };
}

/** Name and value of a header line. */
export function splitLine(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
}
