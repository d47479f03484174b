/** How parts of a request are spelled: its target, its header lines, the secrets in its body. */
import type { CommonOptions, RequestOptions } from '../actor.ts';
import type { HeaderLines } from '../exchange/exchange.ts';

export function queryOf(query: RequestOptions['query']): string {
  if (query === undefined) return '';
  if (typeof query === 'string') return `?${query}`;
  const pairs = Object.entries(query).map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(v)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** An id of the member may have in it what no request target has: it is percent-encoded (RFC 3986, 2.1). */
export function percentEncoded(target: string): string {
  return target.replaceAll(UNSENDABLE, (character) => encodeURIComponent(character.toWellFormed()));
}

const UNSENDABLE = /[^!-~]/gu;

export function extraLines(headers: CommonOptions['headers']): HeaderLines {
  if (headers === undefined) return [];
  return Array.isArray(headers) ? (headers as HeaderLines) : Object.entries(headers);
}

/** The header and footer lines of a PEM are public, so they are no secret. */
const FRAME = /^-----|^$/;

/**
 * Every string inside `material`, so that key material never enters a record. Each line of a PEM is included too, since
 * JSON texts and headers do not keep its line breaks.
 */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(/\r?\n/).filter((line) => !FRAME.test(line))];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

export function materialOf(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('material' in body)) return [];
  return leavesOf(body.material);
}

export function linesOf(head: Uint8Array): readonly string[] {
  return Buffer.from(head).toString('latin1').split('\r\n\r\n', 1)[0]?.split('\r\n') ?? [];
}

const HTTP_REQUEST = /^[A-Z]+ \S+ HTTP\/1\.1\r\n/;

interface RawRequest {
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
