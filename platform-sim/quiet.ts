/**
 * Decides when a virtual clock may move on: everything in progress waits for the clock, a fault's release, or its
 * client. Host work is counted and waited for; all other work that a timer begins is done by the next turn of the event
 * loop. Bytes that a client sent and the server did not read yet cannot be counted, so a client that was answered or
 * received a frame gets a few turns to send more. A client of another process may need longer: it advances the clock when it has
 * its answer.
 */
import type { HostWork } from '../gateway/host-work.ts';
import type { Clock } from '../gateway/platform-port.ts';

/** The host's own, also in a test file that fakes its timers (scripts/api/sandbox.test.ts). */
const nextTurn = setImmediate;

/** Turns of the event loop for a client of this process: a request over a loopback socket, or its answer. */
const CLIENT_TURNS = 4;
/** Limits of the wait for a client that never pauses (an endless poll), at one instant and in one advance. */
const MOST_ROUNDS = { atOnce: 25, inAll: 2_000 } as const;

/** Host work did not end within its time. */
export class NotQuiet extends Error {}

export interface Quiet {
  /** Waits for everything in progress, including what clients are about to send: before and after an advance. */
  everywhere(): Promise<void>;
  /** Waits for what `run` begins, and for the clients that it causes to act. */
  after(run: () => void): Promise<void>;
}

/** @param patienceMs machine time: host work that takes longer makes the waits reject with NotQuiet. */
export function createQuiet(work: HostWork, machineClock: Clock, patienceMs: number): Quiet {
  async function hostWorkDone(): Promise<void> {
    const { promise: tooLong, reject } = Promise.withResolvers<never>();
    const patience = machineClock.after(patienceMs, 'quiet', () => {
      const what = [...new Set(work.list())].join(', ');
      reject(new NotQuiet(`the clock cannot go on: not done after ${patienceMs / 1_000} s: ${what}`));
    });
    try {
      await Promise.race([work.none(), tooLong]);
    } finally {
      patience.cancel();
    }
  }

  async function turns(count: number): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) {
      await new Promise((resolve) => nextTurn(resolve));
      if (!work.isDone) await hostWorkDone();
    }
  }

  let roundsLeft = 0;

  async function clientsDone(): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS.atOnce; round += 1) {
      const { stirs } = work;
      await turns(CLIENT_TURNS);
      roundsLeft -= 1;
      if (work.stirs === stirs || roundsLeft <= 0) return;
    }
  }

  return {
    everywhere() {
      roundsLeft = MOST_ROUNDS.inAll;
      return clientsDone();
    },
    async after(run) {
      const { stirs } = work;
      run();
      await turns(1);
      if (work.stirs !== stirs) await clientsDone();
    },
  };
}
