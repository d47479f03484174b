/**
 * Requests that are ready to be served, each once it is its turn. A turn of the event loop serves for some milliseconds, then
 * what has come meanwhile is read. Clients that send one request at a time, and have had an answer, come first; new connections
 * and connections with a backlog share what is left: one request of theirs in each turn at least.
 */
import { elapsedMs } from '../clock.ts';

/** Of the host, where a test has its timers faked. */
const nextTurn = setImmediate;

/** What a turn may take before the next one begins. */
const TURN_MS = 4;
const TURN_OF_OTHERS_MS = 1;
/** At most as many in a turn. */
const PER_TURN = 32;

export type Standing = 'prompt' | 'other';

interface Ready {
  readonly serve: () => void;
  readonly sinceMs: number;
}

/** First in, first out. */
class Line {
  #items: Ready[] = [];
  #next = 0;

  get length(): number {
    return this.#items.length - this.#next;
  }

  get oldestMs(): number | undefined {
    return this.#items[this.#next]?.sinceMs;
  }

  push(ready: Ready): void {
    this.#items.push(ready);
  }

  shift(): Ready | undefined {
    const first = this.#items[this.#next];
    if (first === undefined) return undefined;
    this.#next += 1;
    if (this.#next === this.#items.length || this.#next > 1_024) {
      this.#items = this.#items.slice(this.#next);
      this.#next = 0;
    }
    return first;
  }
}

export class TurnQueue {
  readonly #lines: Readonly<Record<Standing, Line>> = { prompt: new Line(), other: new Line() };
  #scheduled = 0;
  /** When the current turn of the event loop began to serve; undefined: it has not. */
  #turnBeganMs: number | undefined;
  #served: Record<Standing, number> = { prompt: 0, other: 0 };

  get length(): number {
    return this.#lines.prompt.length + this.#lines.other.length;
  }

  /** How long the one has waited that comes next of these. */
  ageMs(standing: Standing): number {
    const { oldestMs } = this.#lines[standing];
    return oldestMs === undefined ? 0 : elapsedMs() - oldestMs;
  }

  push(standing: Standing, serve: () => void): void {
    // What is read after a turn may have lain before the port since that turn began.
    this.#lines[standing].push({ serve, sinceMs: this.#turnBeganMs ?? elapsedMs() });
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled >= Math.min(this.length, PER_TURN)) return;
    this.#scheduled += 1;
    nextTurn(() => this.#take());
  }

  #take(): void {
    this.#scheduled -= 1;
    if (this.#turnBeganMs === undefined) {
      this.#turnBeganMs = elapsedMs();
      // Set before any other of the next turn: it runs first there.
      nextTurn(() => {
        this.#turnBeganMs = undefined;
        this.#served = { prompt: 0, other: 0 };
      });
    }
    this.#next()?.serve();
    this.#schedule();
  }

  #next(): Ready | undefined {
    const { prompt, other } = this.#lines;
    const served = this.#served;
    const workedMs = elapsedMs() - (this.#turnBeganMs ?? 0);
    const isOthersTurn =
      served.other === 0
        ? served.prompt > 0 || prompt.length === 0
        : prompt.length === 0 && workedMs < TURN_OF_OTHERS_MS;
    if (other.length > 0 && isOthersTurn) {
      served.other += 1;
      return other.shift();
    }
    if (workedMs >= TURN_MS) return undefined;
    served.prompt += 1;
    return prompt.shift();
  }
}
