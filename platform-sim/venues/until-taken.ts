import type { Command } from '../../gateway/facts.ts';
import type { Clock, Submission, Timer } from '../../gateway/platform-port.ts';

/**
 * A command that the platform does not accept is submitted again: after this long, then twice as long, at most a
 * minute.
 */
const AGAIN_AFTER_MS = 50;
const AGAIN_AT_MOST_MS = 60_000;

export interface UntilTaken {
  /** Settles as the first attempt does; the later ones are not waited for. */
  submit(command: Command): Promise<Submission | undefined>;
  close(): void;
}

/** Submits commands until the platform accepts them. */
export function untilTaken(clock: Clock, hand: (command: Command) => Promise<Submission>): UntilTaken {
  const timers = new Set<Timer>();
  let closed = false;

  function submit(command: Command, againAfterMs: number): Promise<Submission | undefined> {
    const again = (): void => {
      if (closed) return;
      const timer = clock.after(againAfterMs, `${command.operation} again`, () => {
        timers.delete(timer);
        void submit(command, Math.min(againAfterMs * 2, AGAIN_AT_MOST_MS));
      });
      timers.add(timer);
    };
    return hand(command).then(
      (submission) => {
        if (!submission.taken) again();
        return submission;
      },
      () => {
        again();
        return undefined;
      },
    );
  }

  return {
    submit: (command) => submit(command, AGAIN_AFTER_MS),
    close() {
      closed = true;
      for (const timer of timers) timer.cancel();
    },
  };
}
