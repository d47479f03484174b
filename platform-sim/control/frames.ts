/**
 * The last event frames of the sandbox's sessions, by reference and within a bound. They are stored only while a
 * client reads the stream of events. Without a reader a frame costs its session one comparison.
 */
import type { FrameTap, SentFrame } from '../../gateway/sockets/frame-tap.ts';
import { type FrameContent, readFrame } from './frame-content.ts';
import type { PrincipalOfUser } from './principal-of.ts';
import { shownText } from './shown-content.ts';

/** Maximum number of frames in the ring. */
export const FRAMES_KEPT = 5_000;

/** A frame as the control plane shows it. */
export interface FrameView extends FrameContent {
  /** Starts at 1 with the first that was watched. */
  readonly n: number;
  readonly atNs: string;
  readonly member: string;
  readonly session: string;
  readonly socket: SentFrame['socket'];
  /** Of the sandbox; null: none of them, or no op auth yet. */
  readonly principal: string | null;
  readonly event: string;
}

interface RingFrame {
  readonly n: number;
  /** The number of exchanges before it. */
  readonly exchanges: number;
  readonly frame: SentFrame;
}

/** Keeps the last frames in a ring while they are watched. */
export class Frames {
  /** For the members. */
  readonly tap: FrameTap = { observe: undefined };
  readonly #exchangesSoFar: () => number;
  readonly #principalOf: PrincipalOfUser;
  #ring: RingFrame[] = [];
  #count = 0;
  #readers = 0;

  constructor(exchangesSoFar: () => number, principalOf: PrincipalOfUser) {
    this.#exchangesSoFar = exchangesSoFar;
    this.#principalOf = principalOf;
  }

  /** Keeps frames until the last reader has left. @returns a function with which this one leaves. */
  watch(): () => void {
    this.#readers += 1;
    this.tap.observe = (frame) => this.#keep(frame);
    let isHere = true;
    return () => {
      if (!isHere) return;
      isHere = false;
      this.#readers -= 1;
      if (this.#readers > 0) return;
      this.tap.observe = undefined;
      this.#ring = [];
    };
  }

  #keep(frame: SentFrame): void {
    this.#ring[this.#count % FRAMES_KEPT] = { n: this.#count + 1, exchanges: this.#exchangesSoFar(), frame };
    this.#count += 1;
  }

  /** The number of frames since the start, with those that were dropped. */
  count(): number {
    return this.#count;
  }

  /** Frames after the n-th that are still in the ring, oldest first, each with the number of exchanges before it. */
  after(n: number): readonly { readonly exchanges: number; readonly view: FrameView }[] {
    const found = [];
    for (let at = Math.max(n, this.#count - FRAMES_KEPT); at < this.#count; at += 1) {
      const entry = this.#ring[at % FRAMES_KEPT];
      if (entry !== undefined) found.push({ exchanges: entry.exchanges, view: this.#viewOf(entry) });
    }
    return found;
  }

  /** A frame with its content; undefined once it was dropped. */
  whole(n: number): (FrameView & { readonly sent: unknown }) | undefined {
    const entry = this.#ring[(n - 1) % FRAMES_KEPT];
    return entry?.n === n ? { ...this.#viewOf(entry), sent: shownText(entry.frame.text) } : undefined;
  }

  #viewOf({ n, frame: { caller, text, ...frame } }: RingFrame): FrameView {
    return { n, ...frame, principal: caller && this.#principalOf(caller), ...readFrame(frame.event, text) };
  }
}
