/**
 * Timers by (time, insertion). A cancelled timer stays in the heap until it comes up or until most of the heap is
 * cancelled: a member sets and cancels two deadlines for every write, and a virtual clock may stand still for all of
 * them. Its callback is released at once, because it may hold a request or an ended world.
 */

export interface Timing {
  readonly atNs: bigint;
  readonly label: string;
  readonly run: () => void;
}

interface Entry extends Timing {
  run: () => void;
  readonly order: number;
  dead: boolean;
}

export interface TimerHeap {
  add(timing: Timing): { cancel(): void };
  /** The earliest living timer, left in place. */
  peek(): Timing | undefined;
  /** Removes the earliest living timer. */
  take(): Timing | undefined;
  /** The number of living timers. */
  size(): number;
}

const COMPACT_FROM = 1024;
const nothing = (): void => {};

/** Creates an empty heap. */
export function createTimerHeap(): TimerHeap {
  let entries: Entry[] = [];
  let dead = 0;
  let added = 0;

  function buryHead(): void {
    while (entries[0]?.dead) {
      removeHead(entries);
      dead -= 1;
    }
  }

  function compact(): void {
    // A sorted array is a heap.
    entries = entries.filter((entry) => !entry.dead).sort((a, b) => (before(a, b) ? -1 : 1));
    dead = 0;
  }

  return {
    add({ atNs, label, run }) {
      const entry: Entry = { atNs, label, run, order: added, dead: false };
      added += 1;
      entries.push(entry);
      siftUp(entries, entries.length - 1);
      return {
        cancel() {
          if (entry.dead) return;
          entry.dead = true;
          entry.run = nothing;
          dead += 1;
          if (dead > COMPACT_FROM && dead * 2 > entries.length) compact();
        },
      };
    },
    peek() {
      buryHead();
      return entries[0];
    },
    take() {
      buryHead();
      const head = entries[0];
      if (head === undefined) return undefined;
      removeHead(entries);
      // Out of the heap: a later cancel must not count it among the cancelled ones there.
      head.dead = true;
      return head;
    },
    size: () => entries.length - dead,
  };
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
