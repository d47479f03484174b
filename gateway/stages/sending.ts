import { Refusal } from '../contract/refusals.ts';
import type { Command } from '../facts.ts';
import type { NotTaken, Timer } from '../platform-port.ts';
import type { Services } from '../services.ts';
import type { Claim } from '../state/key-journal.ts';
import { keyReused } from './outcome.ts';

const FIRST_RESEND_MS = 250;
const LAST_RESEND_MS = 60_000;

const NOT_TAKEN: Readonly<Record<NotTaken, string>> = {
  INBOX_FULL: "the record owner's inbox is full: nothing was queued, retry with the same key",
  OWNER_ABSENT: 'the record owner is away: nothing was queued, retry with the same key',
  INTERRUPTED: 'the write was interrupted before it was sequenced: retry with the same key',
};

export function interrupted(): Refusal {
  return new Refusal('INTERRUPTED', NOT_TAKEN.INTERRUPTED);
}

/** How long a promised write is waited for without a word of the platform's, at first. */
const FIRST_SILENCE_MS = 10_000;

/**
 * Puts a command on its way. Where it is taken, its record reaches this member as any does and settles the claim there
 * (`KeyJournal.apply`). Where it is not, everyone who waits is told; but a 202 has promised an outcome, so from then on
 * the command is sent again, at growing intervals, until it is taken. So is one of which the platform says nothing, since
 * it may be lost: then, and whenever its key is asked for again. A key has one effect however often it is sent.
 */
export function beginSending(
  services: Services,
  claim: Claim,
  command: Command,
  resendMs = FIRST_RESEND_MS,
  silenceMs = FIRST_SILENCE_MS,
): void {
  if (!claim.isOpen) return;
  let isOver = false;
  let silence: Timer | undefined;
  const over = (): boolean => {
    silence?.cancel();
    const was = isOver;
    isOver = true;
    return was;
  };
  const again = (resendNextMs: number, silenceNextMs: number): void =>
    beginSending(
      services,
      claim,
      command,
      Math.min(resendNextMs, LAST_RESEND_MS),
      Math.min(silenceNextMs, LAST_RESEND_MS),
    );
  const unheard = (): void => {
    if (!over()) again(resendMs, silenceMs * 2);
  };
  claim.attend({
    promised: () => {
      if (!isOver) silence = services.clock.after(silenceMs, 'promised write unheard of, sent again', unheard);
    },
    asked: unheard,
  });

  const notTaken = (reason: unknown): void => {
    if (!claim.isPromised) {
      claim.refuse(reason);
      return;
    }
    services.clock.after(resendMs, 'promised write sent again', () => again(resendMs * 2, silenceMs));
  };
  services.port.submit(command).then(
    (submission) => {
      if (over() || submission.taken) return;
      if (submission.why === 'KEY_REUSED') claim.refuse(keyReused());
      else notTaken(new Refusal(submission.why, NOT_TAKEN[submission.why]));
    },
    (failure) => {
      if (!over()) notTaken(failure);
    },
  );
}
