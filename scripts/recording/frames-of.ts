/** Reads the messages in one direction of a WebSocket connection whose bytes pass by. */
import type { Writable } from 'node:stream';
import * as ws from 'ws';

/** The reader of the package ws, which its types leave out. */
type Receiver = Writable & {
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown;
  on(event: 'conclude', listener: (code: number, reason: Buffer) => void): unknown;
};

const { Receiver: FrameReceiver } = ws as unknown as {
  Receiver: new (options: typeof LIMITS & { isServer: boolean }) => Receiver;
};

/** A longer message, or one in more pieces, is passed on and ends the reading of its direction. */
const LIMITS = { maxPayload: 4 * 1024 * 1024, maxFragments: 16_384, maxBufferedChunks: 16_384 };

export interface FrameListener {
  /** null: a binary message. */
  message(text: string | null): void;
  close(code: number, reason: string): void;
  /** Bytes that are no frames, or too long a one: nothing more is read. */
  unreadable(why: string): void;
}

/** @returns takes the bytes as they pass; it changes none */
export function framesOf(from: 'client' | 'target', listener: FrameListener): (bytes: Buffer) => void {
  const receiver = new FrameReceiver({ isServer: from === 'client', ...LIMITS });
  let isReadable = true;
  receiver.on('message', (data, isBinary) => listener.message(isBinary ? null : data.toString('utf8')));
  receiver.on('conclude', (code, reason) => listener.close(code, reason.toString('utf8')));
  receiver.on('error', ({ message }: Error) => {
    isReadable = false;
    listener.unreadable(message);
  });
  return (bytes) => {
    // A copy: the reader unmasks in place.
    if (isReadable) receiver.write(Buffer.from(bytes));
  };
}
