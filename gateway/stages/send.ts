import { Refusal, type RefusalCode } from '../contract/refusals.ts';
import type { Command } from '../facts.ts';
import type { Submission } from '../platform-port.ts';
import type { Services } from '../services.ts';
import { stage } from '../stage.ts';
import type { Claim } from '../state/key-journal.ts';
import { outcomeInTime } from './replay-or-attach.ts';

const RESEND_AFTER_MS = 250;

/**
 * Hands the command to its owner and answers with the fact that this member applies, so that a write answered here is
 * seen by every later read here (decision A41), or with a 202 at the sync deadline.
 */
export const send = stage({
  name: 'send',
  refuses: ['INBOX_FULL', 'OWNER_ABSENT', 'INTERRUPTED'],
  needs: ['services', 'claim', 'command'],
  gives: [],
  async run({ services, claim, command }) {
    const sending = new Sending(services, claim, command);
    sending.begin();
    const answer = await outcomeInTime(services, claim, 'first');
    if (answer.status === 202) sending.promised();
    return answer;
  },
});

const NOT_TAKEN: Record<(Submission & { taken: false })['why'], { code: RefusalCode; message: string }> = {
  INBOX_FULL: {
    code: 'INBOX_FULL',
    message: "the record owner's inbox is full: nothing was queued, retry with the same key",
  },
  OWNER_ABSENT: {
    code: 'OWNER_ABSENT',
    message: 'the record owner is away: nothing was queued, retry with the same key',
  },
  INTERRUPTED: {
    code: 'INTERRUPTED',
    message: 'the write was interrupted before it was sequenced: retry with the same key',
  },
  KEY_REUSED: {
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: 'this key was used for another operation or resource, or by another user: take a fresh one',
  },
};

/** One command on its way. A 202 promises an outcome, so from then on what the platform does not take is sent again. */
class Sending {
  readonly #services: Services;
  readonly #claim: Claim;
  readonly #command: Command;
  #isPromised = false;

  constructor(services: Services, claim: Claim, command: Command) {
    this.#services = services;
    this.#claim = claim;
    this.#command = command;
  }

  promised(): void {
    this.#isPromised = true;
  }

  begin(): void {
    this.#services.port.submit(this.#command).then(
      (submission) => this.#judge(submission),
      (failure: unknown) => this.#notTaken(failure, true),
    );
  }

  #judge(submission: Submission): void {
    // Taken: the record reaches this member as any does, and settles the claim there (`KeyJournal.apply`).
    if (submission.taken) return;
    const { code, message } = NOT_TAKEN[submission.why];
    this.#notTaken(new Refusal(code, message), submission.why !== 'KEY_REUSED');
  }

  #notTaken(reason: unknown, mayPass: boolean): void {
    if (this.#isPromised && mayPass) {
      this.#services.clock.after(RESEND_AFTER_MS, 'promised write sent again', () => this.begin());
    } else {
      this.#claim.refuse(reason);
    }
  }
}
