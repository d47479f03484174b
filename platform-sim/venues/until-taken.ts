import type { Command } from '../../gateway/facts.ts';
import type { Clock, Submission, Timer } from '../../gateway/platform-port.ts';

/**
 * A command that the platform does not accept is submitted again: after this long, then twice as long, at most a
 * minute.
 */
const AGAIN_AFTER_MS = 50;
const AGAIN_AT_MOST_MS = 60_000;

export interface UntilTaken {
  submit(command: Command): void;
  close(): void;
}

/** Submits commands until the platform accepts them. */
export function untilTaken(clock: Clock, hand: (command: Command) => Promise<Submission>): UntilTaken {
  const timers = new Set<Timer>();
  let closed = false;

  function submit(command: Command, againAfterMs: number): void {
    const again = (): void => {
      if (closed) return;
      const timer = clock.after(againAfterMs, `${command.operation} again`, () => {
        timers.delete(timer);
        submit(command, Math.min(againAfterMs * 2, AGAIN_AT_MOST_MS));
      });
      timers.add(timer);
    };
    hand(command).then((submission) => {
      if (!submission.taken) again();
    }, again);
  }

  return {
    submit: (command) => submit(command, AGAIN_AFTER_MS),
    close() {
      closed = true;
      for (const timer of timers) timer.cancel();
    },
  };
}
