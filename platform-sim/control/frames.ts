/** The last event frames of the sandbox's sessions, by reference and within a bound. */
import type { SentFrame } from '../../gateway/sockets/frame-tap.ts';
import { type FrameContent, readFrame } from './frame-content.ts';
import type { PrincipalOfUser } from './principal-of.ts';
import { shownText } from './shown-content.ts';
import { type ShownStrike, shownStrikes } from './strike-text.ts';

/** Maximum number of stored quotes, which are many and alike, and of all other frames. */
export const QUOTES_KEPT = 1_000;
export const FRAMES_KEPT = 5_000;

/** A frame as the control plane shows it. */
export interface FrameView extends FrameContent {
  /** Starts at 1 with the sandbox. */
  readonly n: number;
  readonly atNs: string;
  readonly member: string;
  /** Of the socket's contract that the member served then. */
  readonly version: string;
  readonly session: string;
  readonly socket: SentFrame['socket'];
  /** Of the sandbox; null: none of them, or no op auth yet. */
  readonly principal: string | null;
  readonly event: string;
  /** The faults that delayed, changed or repeated it; absent: none. */
  readonly strikes?: readonly ShownStrike[];
}

interface StoredFrame {
  readonly n: number;
  /** The number of exchanges before it. */
  readonly exchanges: number;
  readonly frame: SentFrame;
}

/** Stores the last frames. */
export class Frames {
  readonly #exchangesSoFar: () => number;
  readonly #principalOf: PrincipalOfUser;
  /** Quotes have a separate list, so that they do not displace other frames. The newest are last. */
  readonly #lists = { quotes: [] as StoredFrame[], others: [] as StoredFrame[] };
  #count = 0;

  constructor(exchangesSoFar: () => number, principalOf: PrincipalOfUser) {
    this.#exchangesSoFar = exchangesSoFar;
    this.#principalOf = principalOf;
  }

  /** The tap of the members. */
  readonly tap = (frame: SentFrame): void => {
    this.#count += 1;
    const [list, most] =
      frame.event === 'quote' ? [this.#lists.quotes, QUOTES_KEPT] : [this.#lists.others, FRAMES_KEPT];
    list.push({ n: this.#count, exchanges: this.#exchangesSoFar(), frame });
    if (list.length > most) list.shift();
  };

  /** The number of frames since the start, with those that were dropped. */
  count(): number {
    return this.#count;
  }

  /** The number of the oldest stored frame; with none, of the next one. */
  oldest(): number {
    const { quotes, others } = this.#lists;
    return Math.min(...[quotes, others].map(([first]) => first?.n ?? this.#count + 1));
  }

  /** The stored frames after the n-th, oldest first, each with the number of exchanges before it. */
  after(n: number): readonly { readonly exchanges: number; readonly view: FrameView }[] {
    const { quotes, others } = this.#lists;
    return [quotes, others]
      .flatMap((list) => list.slice(list.findLastIndex((one) => one.n <= n) + 1))
      .sort((a, b) => a.n - b.n)
      .map((one) => ({ exchanges: one.exchanges, view: this.#viewOf(one) }));
  }

  /** A frame with its content; undefined once it was dropped. */
  whole(n: number): (FrameView & { readonly sent: unknown }) | undefined {
    const { quotes, others } = this.#lists;
    const stored = [quotes, others].flatMap((list) => list.find((one) => one.n === n) ?? [])[0];
    return stored && { ...this.#viewOf(stored), sent: shownText(stored.frame.text) };
  }

  #viewOf({ n, frame: { caller, text, strikes, ...frame } }: StoredFrame): FrameView {
    const struck = strikes === undefined ? {} : { strikes: shownStrikes(strikes) };
    return { n, ...frame, principal: caller && this.#principalOf(caller), ...readFrame(frame.event, text), ...struck };
  }
}
