/** The bytes of one body as they pass, up to a bound. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { HeaderLines } from '../../conformance/member/exchange/exchange.ts';

const DECODERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

export interface BodyBytes {
  /** false: it is longer than the bound now. */
  add(bytes: Buffer): boolean;
  /** Keeps nothing of it. */
  drop(): void;
  /** null: there is none, or it was dropped, or its Content-Encoding cannot be undone within the bound. */
  text(headers: HeaderLines): string | null;
}

/** An empty body. */
export function bodyBytes(mostBytes: number): BodyBytes {
  let chunks: Buffer[] = [];
  let length = 0;
  let isDropped = false;
  return {
    add(bytes) {
      length += bytes.length;
      if (!isDropped && length <= mostBytes) chunks.push(bytes);
      return !isDropped && length <= mostBytes;
    },
    drop() {
      isDropped = true;
      chunks = [];
    },
    text(headers) {
      if (isDropped || length === 0) return null;
      const coding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1].toLowerCase();
      const bytes = Buffer.concat(chunks);
      if (coding === undefined || coding === 'identity') return bytes.toString('utf8');
      try {
        return DECODERS[coding]?.(bytes, { maxOutputLength: mostBytes }).toString('utf8') ?? null;
      } catch {
        return null;
      }
    },
  };
}
