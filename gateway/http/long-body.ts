/**
 * A body of many pieces, one of them in a turn of the event loop: others are served in between. Its bounds are counted while
 * it arrives. Past them nothing more of it is kept, though it is read to its end: a length past the limit and bytes that are not
 * UTF-8 are refused first, as of a short body.
 */
import type { IncomingMessage } from 'node:http';
import { BODY_LIMIT_BYTES, tooLarge } from '../stages/bound-body.ts';
import { JsonBounds } from './json-bounds.ts';
import { Utf8Check } from './utf8-check.ts';

/** Of the host, where a test has its timers faked. */
const nextTurn = setImmediate;
/** Shorter bodies come in one piece as a rule: they are taken whole, or read by koa-body where they are still on their way. */
const LONG_BYTES = 16_384;
/** The most that Node reads of a connection at once is twice this. */
const TURN_BYTES = 32_768;

export interface Received {
  /** '' where it is not UTF-8, or past its bounds. */
  readonly text: string;
  readonly isUtf8: boolean;
  /** The first bound that the text breaks (`JsonBounds`). */
  readonly fault: string | undefined;
}

/** Whether a body is read in pieces: longer than LONG_BYTES, or of unknown length. */
export function isLong({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LONG_BYTES;
}

/** undefined: it ended before its stated length. Rejects with Refusal PAYLOAD_TOO_LARGE as soon as it is. */
export function readLong(request: IncomingMessage): Promise<Received | undefined> {
  const receiving = new Receiving();
  let ofTurnBytes = 0;
  return new Promise((resolve, reject) => {
    const settle = (conclude: () => void): void => {
      request.off('data', take).off('end', end).off('close', close);
      conclude();
    };
    const take = (piece: Buffer): void => {
      receiving.add(piece);
      if (receiving.lengthBytes > BODY_LIMIT_BYTES) {
        settle(() => reject(tooLarge()));
        return;
      }
      ofTurnBytes += piece.length;
      if (ofTurnBytes < TURN_BYTES) return;
      ofTurnBytes = 0;
      request.pause();
      nextTurn(() => request.resume());
    };
    const end = (): void => settle(() => void inOwnTurn().then(() => resolve(receiving.received())));
    const close = (): void => settle(() => resolve(undefined));
    if (request.destroyed) resolve(undefined);
    else request.on('data', take).on('end', end).on('close', close).resume();
  });
}

class Receiving {
  lengthBytes = 0;
  readonly #bounds = new JsonBounds();
  readonly #utf8 = new Utf8Check();
  /** Grows fourfold: pieces of a few bytes each would take many times their length. */
  #kept: Buffer = Buffer.from(new ArrayBuffer(0));

  add(piece: Buffer): void {
    const atByte = this.lengthBytes;
    this.lengthBytes += piece.length;
    if (this.lengthBytes > BODY_LIMIT_BYTES) return;
    this.#utf8.add(piece);
    if (this.#bounds.fault !== undefined) return;
    this.#bounds.add(piece);
    if (this.#bounds.fault === undefined) this.#keep(piece, atByte);
    else this.#replaceKept(0);
  }

  /** To be called once: what was kept is let go of. */
  received(): Received {
    const { fault } = this.#bounds;
    const isUtf8 = this.#utf8.isValid();
    const text = isUtf8 && fault === undefined ? this.#kept.toString('utf8', 0, this.lengthBytes) : '';
    this.#replaceKept(0);
    return { text, isUtf8, fault };
  }

  #keep(piece: Buffer, atByte: number): void {
    if (this.lengthBytes > this.#kept.length) {
      this.#replaceKept(Math.max(4 * this.#kept.length, this.lengthBytes, LONG_BYTES));
    }
    piece.copy(this.#kept, atByte);
  }

  /** Without waiting for a garbage collection: those that are due count for little beside the bodies of an attack. */
  #replaceKept(bytes: number): void {
    this.#kept = Buffer.from((this.#kept.buffer as ArrayBuffer).transfer(bytes));
  }
}

/** Settles when the long body before it has had its turn: each is parsed and validated in one of its own. */
let last: Promise<void> = Promise.resolve();

function inOwnTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => nextTurn(resolve)));
  return last;
}
