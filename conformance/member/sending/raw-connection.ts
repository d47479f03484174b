/** Sends bytes on a new connection and reads one response. */
import type { Socket } from 'node:net';
import type { Stopwatch } from '../../runner/stopwatch.ts';
import type { Dial } from '../connection/dial.ts';
import { failureOf } from '../connection/failures.ts';
import { HEAD_TOO_LONG, LONGEST_ANSWER_BYTES, LONGEST_HEAD_BYTES, TOO_LONG } from '../exchange/answer-limits.ts';
import type { RecordedResponse } from '../exchange/exchange.ts';
import { readAnswer } from '../exchange/raw-answer.ts';
import type { WireFailure } from './transport.ts';

/** How long, in real time, the response to the head alone is awaited before the announced body is sent. */
const HEAD_PATIENCE_MS = 250;

/** The number of body bytes that the head announces and that are not present. */
function announcedRest(bytes: Uint8Array): number {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headEnd = whole.indexOf('\r\n\r\n');
  if (headEnd < 0) return 0;
  const length = /^content-length: *([0-9]{1,8})$/im.exec(whole.toString('latin1', 0, headEnd))?.[1];
  return Number(length ?? 0) - (whole.length - headEnd - 4);
}

const ROOM_BYTES = 16 * 1024;

/**
 * The bytes received so far, in one buffer that doubles its size: a response of megabytes arrives in hundreds of
 * pieces.
 */
class Received {
  #room = Buffer.allocUnsafe(ROOM_BYTES);
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** The response, or the reason why there will be none; undefined: more bytes are needed. */
  with(chunk: Buffer): RecordedResponse | WireFailure | undefined {
    const length = this.#length + chunk.length;
    if (length > LONGEST_ANSWER_BYTES + LONGEST_HEAD_BYTES) return { failure: TOO_LONG };
    if (length > this.#room.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.#room.length * 2));
      this.#bytes.copy(larger);
      this.#room = larger;
    }
    chunk.copy(this.#room, this.#length);
    this.#length = length;
    const hasHead = this.#bytes.subarray(0, LONGEST_HEAD_BYTES).includes('\r\n\r\n');
    if (!hasHead && length > LONGEST_HEAD_BYTES) return { failure: HEAD_TOO_LONG };
    return hasHead ? readAnswer(this.#bytes, false) : undefined;
  }

  /** The other side has ended. */
  atTheEnd(): RecordedResponse | undefined {
    return readAnswer(this.#bytes, true);
  }

  get #bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }
}

/** Never rejects; a failure is described in a few words, as by a Transport. */
export function sendBytes(
  base: URL,
  bytes: Uint8Array,
  timeoutMs: number,
  stopwatch: Stopwatch,
  dial: Dial,
): Promise<RecordedResponse | WireFailure> {
  return new Promise((resolve) => {
    let socket: Socket | undefined;
    let following: { cancel(): void } | undefined;
    let isSettled = false;
    const settle = (answer: RecordedResponse | WireFailure) => {
      isSettled = true;
      limit.cancel();
      following?.cancel();
      socket?.destroy();
      resolve(answer);
    };
    const limit = stopwatch.after(timeoutMs, () => settle({ failure: 'timeout' }));
    const exchange = (connection: Socket) => {
      socket = connection;
      if (isSettled) {
        connection.destroy();
        return;
      }
      const received = new Received();
      const rest = announcedRest(bytes);
      // Create the white space only when it is sent: a body may be large, and most targets respond to the head alone.
      const follow = () => void connection.write(Buffer.alloc(rest, ' '));
      if (rest > 0) following = stopwatch.after(HEAD_PATIENCE_MS, follow);
      connection.on('data', (chunk: Buffer) => {
        const answer = received.with(chunk);
        if (answer !== undefined) settle(answer);
      });
      connection.on('end', () => {
        const failure = received.isEmpty ? 'closed without an answer' : 'no whole HTTP answer';
        settle(received.atTheEnd() ?? { failure });
      });
      // A server may respond and reset before it has read everything: keep what came before the reset.
      connection.on('error', (error) => {
        settle(received.atTheEnd() ?? { failure: failureOf(error) });
      });
      connection.write(bytes);
    };
    dial(base).then(exchange, (error: Error) => settle({ failure: failureOf(error) }));
  });
}
