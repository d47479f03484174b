/**
 * Waits for one answer. On a real clock it only waits. On a virtual clock an answer that the member gives after its
 * sync deadline never comes by itself: once the request has visibly arrived (a fault fired, a timer was set) and
 * nothing changes any more, the clock is moved by one sync deadline. So the order of events is always the same, at any
 * speed of the machine: the clock never moves while the request is in flight.
 */
import type { Control } from '../../conformance/member/control/control.ts';

/** Real time, as the playing program has it. */
export interface RealTime {
  /** Milliseconds; monotonic. */
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

/** The control plane's view of work in progress. */
interface Standing {
  readonly timers: number;
  readonly firings: number;
  readonly held: number;
}

export interface VirtualTime {
  readonly control: Control;
  readonly stopwatch: RealTime;
  /** Milliseconds by which the clock is moved in one step. */
  readonly syncMs: number;
}

const LOOK_EVERY_MS = 5;
/** Unchanged observations after which the request counts as waiting for time to pass. */
const STILL_LOOKS = 4;
/** The same for a request without a visible effect: it may be slow, or wait for another request. */
const UNSEEN_LOOKS = 200;
/** More moves than any deadline of the interface takes; after them the client's own timeout decides. */
const MOST_MOVES = 30;

async function standing(control: Control): Promise<Standing> {
  const { timers } = await control.clock();
  const faults = await control.faults();
  const sum = (of: 'firings' | 'held') => faults.reduce((total, fault) => total + fault[of], 0);
  return { timers, firings: sum('firings'), held: sum('held') };
}

function same(a: Standing, b: Standing): boolean {
  return a.timers === b.timers && a.firings === b.firings && a.held === b.held;
}

/** An exchange, or the result of an op. */
export interface Answered<Answer> {
  readonly answer: Answer;
  /** Milliseconds that the clock was moved for the answer. */
  readonly movedMs: number;
}

/** Sends and waits on a virtual clock. `send` is called once, while the clock stands still. */
export async function answerInTime<Answer extends object>(
  send: () => Promise<Answer>,
  time: VirtualTime,
): Promise<Answered<Answer>> {
  const before = await standing(time.control);
  return letCome(send(), before, time);
}

/** Sends and waits until the request has arrived or is answered, so that the next step happens after it. */
export async function arrived(send: () => Promise<object>, time: VirtualTime): Promise<void> {
  const before = await standing(time.control);
  await untilStill(looker(send(), time).look, before);
}

/** Waits for an answer to an earlier request. */
export async function lateAnswer<Answer extends object>(
  pending: Promise<Answer>,
  time: VirtualTime,
): Promise<Answered<Answer>> {
  return letCome(pending, undefined, time);
}

interface Looker<Answer> {
  /** The state a little later; undefined once the answer has come. */
  look(): Promise<Standing | undefined>;
  readonly answer: Answer | undefined;
}

function looker<Answer extends object>(pending: Promise<Answer>, { control, stopwatch }: VirtualTime): Looker<Answer> {
  let answer: Answer | undefined;
  const arrival = pending.then((came) => {
    answer = came;
  });
  // It may reject when nothing waits for it any more; `pending` reports the error.
  arrival.catch(() => undefined);
  return {
    get answer() {
      return answer;
    },
    async look() {
      await Promise.race([arrival, stopwatch.sleep(LOOK_EVERY_MS)]);
      return answer === undefined ? standing(control) : undefined;
    },
  };
}

/** `before`: the state before the request was sent; undefined if it is known to have arrived. */
async function letCome<Answer extends object>(
  pending: Promise<Answer>,
  before: Standing | undefined,
  time: VirtualTime,
): Promise<Answered<Answer>> {
  const looking = looker(pending, time);
  for (let moves = 0; moves < MOST_MOVES; moves += 1) {
    await untilStill(looking.look, moves === 0 ? before : undefined);
    if (looking.answer !== undefined) return { answer: looking.answer, movedMs: moves * time.syncMs };
    await time.control.advance(time.syncMs);
  }
  return { answer: await pending, movedMs: MOST_MOVES * time.syncMs };
}

/** Until `look` finds the answer (undefined), or nothing changes any more. */
async function untilStill(look: () => Promise<Standing | undefined>, before: Standing | undefined): Promise<void> {
  let last = await look();
  let unchanged = 0;
  while (last !== undefined && unchanged < (before === undefined || !same(last, before) ? STILL_LOOKS : UNSEEN_LOOKS)) {
    const now = await look();
    unchanged = now !== undefined && same(now, last) ? unchanged + 1 : 0;
    last = now;
  }
}
