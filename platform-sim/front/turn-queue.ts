/**
 * Requests that are ready to be served, each once it is its turn. A turn of the event loop serves for some milliseconds, then
 * what has come meanwhile is read. Clients that send one request at a time, and have had an answer, come first; new connections
 * and connections with a backlog share what is left: one request of theirs in each turn at least, and one after every third of
 * the others. With one in each turn alone, clients that connect at once beside busy ones would wait for hundreds of milliseconds.
 */
import { elapsedMs } from '../clock.ts';
import { LoadGauge, type LoadLimits } from './load-gauge.ts';

/** Of the host, where a test has its timers faked. */
const nextTurn = setImmediate;

/** Of a turn, for the time that it took to read and refuse: where more comes than this process gets through. */
const SERVED_FOR_READ = 8;
/** What a turn may serve before the next one begins: as long as it took to read what had come, within these. */
const TURN_MS = { least: 4, most: 200 };
/** A refusal costs about a tenth of this. */
const MS_A_REFUSAL = 0.5;
const MOST_SAVED_MS = 50;
const TURN_OF_OTHERS_MS = 1;
/** While clients that have had an answer wait: as many of their requests come before each further one of others. */
const PROMPT_BEFORE_OTHER = 3;
/** At most as many in a turn. */
const PER_TURN = 1_024;

export type Standing = 'prompt' | 'other';

interface Ready {
  readonly serve: (isTooMany: boolean) => void;
  readonly sinceMs: number;
}

/** First in, first out. */
class Line {
  #items: (Ready | undefined)[] = [];
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

  pop(): Ready | undefined {
    return this.length === 0 ? undefined : this.#items.pop();
  }

  shift(): Ready | undefined {
    const first = this.#items[this.#next];
    if (first === undefined) return undefined;
    this.#items[this.#next] = undefined;
    this.#next += 1;
    if (this.#next === this.#items.length || this.#next > 1_024) {
      this.#items = this.#items.slice(this.#next);
      this.#next = 0;
    }
    return first;
  }
}

/** Requests that are ready, and their order. */
export class TurnQueue {
  readonly #nowMs: () => number;
  readonly #gauges: Readonly<Record<Standing, LoadGauge>> | undefined;
  /** Up to which refusals have used the time that they may have. */
  #refusedMs = 0;
  readonly #lines: Readonly<Record<Standing, Line>> = { prompt: new Line(), other: new Line() };
  #scheduled = 0;
  /** When the current turn of the event loop began to serve; undefined: it has not. */
  #turnBeganMs: number | undefined;
  #turnMs = TURN_MS.least;
  /** When the last one was served while others waited. */
  #leftMs: number | undefined;
  #served: Record<Standing, number> = { prompt: 0, other: 0 };

  /** @param load absent: nothing is too many */
  constructor(load?: LoadLimits, nowMs: () => number = elapsedMs) {
    this.#nowMs = nowMs;
    this.#gauges = load && { prompt: new LoadGauge(load, nowMs), other: new LoadGauge(load, nowMs) };
  }

  get length(): number {
    return this.#lines.prompt.length + this.#lines.other.length;
  }

  push(standing: Standing, serve: (isTooMany: boolean) => void): void {
    // What is read after a turn may have lain before the port since that turn began.
    this.#lines[standing].push({ serve, sinceMs: this.#turnBeganMs ?? this.#nowMs() });
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
      const nowMs = this.#nowMs();
      this.#turnBeganMs = nowMs;
      this.#note();
      const readMs = nowMs - (this.#leftMs ?? nowMs);
      const times = this.isOver('prompt') || this.isOver('other') ? SERVED_FOR_READ : 1;
      this.#turnMs = Math.min(Math.max(times * readMs, TURN_MS.least), TURN_MS.most);
      this.#refuse();
      // Set before any other of the next turn: it runs first there.
      nextTurn(() => {
        this.#turnBeganMs = undefined;
        this.#served = { prompt: 0, other: 0 };
      });
    }
    this.#next()?.serve(false);
    this.#leftMs = this.length > 0 ? this.#nowMs() : undefined;
    if (this.length === 0) this.#note();
    this.#schedule();
  }

  /** Whether more wait than this process gets through, and the next of these has waited long. */
  isOver(standing: Standing): boolean {
    if (this.#gauges === undefined) return false;
    return this.#gauges[standing].isOver(this.length, this.#lines[standing].oldestMs);
  }

  #note(): void {
    if (this.#gauges === undefined) return;
    const { prompt, other } = this.#lines;
    this.#gauges.prompt.note(this.length, prompt.oldestMs);
    this.#gauges.other.note(this.length, other.oldestMs);
  }

  /** Those that have waited longest, and no more of them than leave most of the time to those that are served. */
  #refuse(): void {
    const nowMs = this.#nowMs();
    for (const standing of ['other', 'prompt'] as const) {
      while (this.isOver(standing) && nowMs >= this.#refusedMs) {
        this.#refusedMs = Math.max(this.#refusedMs, nowMs - MOST_SAVED_MS) + MS_A_REFUSAL;
        this.#lines[standing].shift()?.serve(true);
      }
    }
  }

  #next(): Ready | undefined {
    const { prompt, other } = this.#lines;
    const served = this.#served;
    const workedMs = this.#nowMs() - (this.#turnBeganMs ?? 0);
    const othersMs = prompt.length === 0 ? TURN_OF_OTHERS_MS : this.#turnMs;
    const isDue = prompt.length === 0 || served.prompt > served.other * PROMPT_BEFORE_OTHER;
    if (other.length > 0 && isDue && (served.other === 0 || workedMs < othersMs)) {
      served.other += 1;
      return this.isOver('other') ? other.pop() : other.shift();
    }
    if (workedMs >= this.#turnMs) return undefined;
    served.prompt += 1;
    return this.isOver('prompt') ? prompt.pop() : prompt.shift();
  }
}
