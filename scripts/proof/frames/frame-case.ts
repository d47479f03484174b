/** What the server must send next. */
export type Sight =
  /** A reply to the op with this reqId, whatever it says. */
  | { readonly answers: string }
  /** A refusal of a message that cannot be read: op error, reqId null. */
  | { readonly malformed: true }
  | { readonly pong: string }
  /** A closing frame with one of these codes, and then the end of the connection. */
  | { readonly closes: readonly number[] }
  /** The end of the connection, with or without a closing frame. */
  | { readonly ends: true };

export interface FrameCase {
  readonly name: string;
  /** Written one after another, each as a piece of its own. */
  readonly sends: readonly Uint8Array[];
  readonly sees: readonly Sight[];
}

/** An op that both sockets answer before and after authentication. `extra` may hold any text. */
export const op = (reqId: string, extra = ''): string => JSON.stringify({ op: 'no-such-op', reqId, params: { extra } });

export const answers = (reqId: string): Sight => ({ answers: reqId });
export const closes = (...codes: readonly number[]): Sight => ({ closes: codes });
export const MALFORMED: Sight = { malformed: true };

/** The protocol is broken: 1002, whatever is broken. */
export const broken = (name: string, ...sends: readonly Uint8Array[]): FrameCase => ({
  name,
  sends,
  sees: [closes(1002)],
});

/** One op in a text message of its own, and its reply. */
export const asked = (name: string, reqId: string, ...sends: readonly Uint8Array[]): FrameCase => ({
  name,
  sends,
  sees: [answers(reqId)],
});

/** Bytes one at a time. */
export const octets = (bytes: Uint8Array): readonly Uint8Array[] => Array.from(bytes, (byte) => Uint8Array.of(byte));

/** Pieces of so many bytes. */
export function pieces(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

/** A text message whose JSON holds bytes that JSON.stringify would not write. */
export function opOfBytes(reqId: string, extra: Uint8Array): Buffer {
  const [head = '', tail = ''] = op(reqId, '@').split('@');
  return Buffer.concat([Buffer.from(head), extra, Buffer.from(tail)]);
}
