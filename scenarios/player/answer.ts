/**
 * Waiting for one answer. On a real clock there is nothing to do but wait. On a virtual clock an answer that the member
 * gives only after its sync deadline never comes by itself: once the request can be seen to have arrived (a fault fired,
 * a timer was set) and nothing moves any more, the clock is moved by one sync deadline. The order of events is thereby
 * the same each time, whatever the machine's pace: the clock never moves while the request is still on its way.
 */
import type { Control } from '../../conformance/client/control.ts';

/** Real time, as the program that plays has it. */
export interface RealTime {
  /** Milliseconds; never goes back. */
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

/** What the control plane shows of work under way. */
interface Standing {
  readonly timers: number;
  readonly firings: number;
  readonly held: number;
}

export interface VirtualTime {
  readonly control: Control;
  readonly stopwatch: RealTime;
  /** How far the clock is moved at once. */
  readonly syncMs: number;
}

const LOOK_EVERY_MS = 5;
/** Looks without a change after which the request counts as waiting for time to pass. */
const STILL_LOOKS = 4;
/** The same where the request left no trace: it may be slow, or wait for what another request set going. */
const UNSEEN_LOOKS = 200;
/** More moves than any deadline of the interface takes; then the client's own time limit decides. */
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

/** An exchange, or what an op came to. */
export interface Answered<Answer> {
  readonly answer: Answer;
  /** How far the clock was moved to let the answer come. */
  readonly movedMs: number;
}

/** Sends and waits on a virtual clock. `send` is called once, at a time when the clock stands. */
export async function answerInTime<Answer extends object>(
  send: () => Promise<Answer>,
  time: VirtualTime,
): Promise<Answered<Answer>> {
  const before = await standing(time.control);
  return letCome(send(), before, time);
}

/** Sends and waits until the request has arrived, or is answered: what is done next happens after it. */
export async function arrived(send: () => Promise<object>, time: VirtualTime): Promise<void> {
  const before = await standing(time.control);
  await untilStill(looker(send(), time).look, before);
}

/** Waits for an answer to what was sent earlier. */
export async function lateAnswer<Answer extends object>(
  pending: Promise<Answer>,
  time: VirtualTime,
): Promise<Answered<Answer>> {
  return letCome(pending, undefined, time);
}

interface Looker<Answer> {
  /** How things stand a little later; undefined once the answer is there. */
  look(): Promise<Standing | undefined>;
  readonly answer: Answer | undefined;
}

function looker<Answer extends object>(pending: Promise<Answer>, { control, stopwatch }: VirtualTime): Looker<Answer> {
  let answer: Answer | undefined;
  const arrival = pending.then((came) => {
    answer = came;
  });
  // It may fail when nobody looks any more; who awaits `pending` hears of it.
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

/** `before`: how things stood when the request was not yet sent; undefined where it is known to have arrived. */
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

/** Until `look` finds the answer there (undefined), or nothing moves any more. */
async function untilStill(look: () => Promise<Standing | undefined>, before: Standing | undefined): Promise<void> {
  let last = await look();
  let unchanged = 0;
  while (last !== undefined && unchanged < (before === undefined || !same(last, before) ? STILL_LOOKS : UNSEEN_LOOKS)) {
    const now = await look();
    unchanged = now !== undefined && same(now, last) ? unchanged + 1 : 0;
    last = now;
  }
}
