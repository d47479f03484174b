/**
 * Timers by (time, insertion). A cancelled timer stays in the heap until it comes up or until most of the heap is
 * cancelled: a member sets and cancels two deadlines for every write, and a virtual clock may stand still for all of
 * them. Its callback is released at once, because it may hold a request or an ended world.
 */
import type { Timer } from '../gateway/platform-port.ts';

export interface Timing {
  readonly atNs: bigint;
  readonly label: string;
  readonly run: () => void;
}

const COMPACT_FROM = 1024;
const nothing = (): void => {};

/** A timer of the heap, and its own handle: each session holds one. */
class Entry implements Timing, Timer {
  readonly atNs: bigint;
  readonly label: string;
  readonly order: number;
  run: () => void;
  /** undefined: it was cancelled, or taken out. */
  #heap: TimerHeap | undefined;

  constructor({ atNs, label, run }: Timing, order: number, heap: TimerHeap) {
    this.atNs = atNs;
    this.label = label;
    this.order = order;
    this.run = run;
    this.#heap = heap;
  }

  get isLiving(): boolean {
    return this.#heap !== undefined;
  }

  cancel(): void {
    const heap = this.#heap;
    this.#heap = undefined;
    if (heap === undefined) return;
    this.run = nothing;
    heap.bury();
  }

  /** Out of the heap: a later cancel must not count it among the cancelled ones there. */
  leave(): void {
    this.#heap = undefined;
  }
}

export class TimerHeap {
  #entries: Entry[] = [];
  #dead = 0;
  #added = 0;

  /** The number of living timers. */
  get size(): number {
    return this.#entries.length - this.#dead;
  }

  add(timing: Timing): Timer {
    const entry = new Entry(timing, this.#added, this);
    this.#added += 1;
    this.#entries.push(entry);
    siftUp(this.#entries, this.#entries.length - 1);
    return entry;
  }

  /** The earliest living timer, left in place. */
  peek(): Timing | undefined {
    return this.#head();
  }

  /** Removes the earliest living timer. */
  take(): Timing | undefined {
    const head = this.#head();
    if (head === undefined) return undefined;
    removeHead(this.#entries);
    head.leave();
    return head;
  }

  /** Counts a timer that was cancelled. */
  bury(): void {
    this.#dead += 1;
    if (this.#dead <= COMPACT_FROM || this.#dead * 2 <= this.#entries.length) return;
    // A sorted array is a heap.
    this.#entries = this.#entries.filter((entry) => entry.isLiving).sort((a, b) => (before(a, b) ? -1 : 1));
    this.#dead = 0;
  }

  #head(): Entry | undefined {
    for (let head = this.#entries[0]; head !== undefined; head = this.#entries[0]) {
      if (head.isLiving) return head;
      removeHead(this.#entries);
      this.#dead -= 1;
    }
    return undefined;
  }
}

function before(left: Entry, right: Entry): boolean {
  return left.atNs < right.atNs || (left.atNs === right.atNs && left.order < right.order);
}

function siftUp(heap: Entry[], from: number): void {
  let index = from;
  const entry = heap[index] as Entry;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent] as Entry;
    if (!before(entry, above)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = entry;
}

function removeHead(heap: Entry[]): void {
  const last = heap.pop() as Entry;
  if (heap.length === 0) return;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child + 1] as Entry, heap[child] as Entry)) child += 1;
    const below = heap[child] as Entry;
    if (!before(below, last)) break;
    heap[index] = below;
    index = child;
  }
  heap[index] = last;
}
