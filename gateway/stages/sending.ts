import { Refusal } from '../contract/refusals.ts';
import type { Command } from '../facts.ts';
import type { NotTaken } from '../platform-port.ts';
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

/**
 * Puts a command on its way. Where it is taken, its record reaches this member as any does and settles the claim there
 * (`KeyJournal.apply`). Where it is not, everyone who waits is told; but a 202 has promised an outcome, so from then on
 * the command is sent again, at growing intervals, until it is taken.
 */
export function beginSending(services: Services, claim: Claim, command: Command, resendMs = FIRST_RESEND_MS): void {
  const notTaken = (reason: unknown): void => {
    if (!claim.isPromised) {
      claim.refuse(reason);
      return;
    }
    const next = Math.min(resendMs * 2, LAST_RESEND_MS);
    services.clock.after(resendMs, 'promised write sent again', () => beginSending(services, claim, command, next));
  };
  services.port.submit(command).then((submission) => {
    if (submission.taken) return;
    if (submission.why === 'KEY_REUSED') claim.refuse(keyReused());
    else notTaken(new Refusal(submission.why, NOT_TAKEN[submission.why]));
  }, notTaken);
}
