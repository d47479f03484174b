import { acceptedAnswer, judgedAnswer } from '../answers.ts';
import { Refusal } from '../contract/refusals.ts';
import type { SequencedRecord } from '../facts.ts';
import type { Services } from '../services.ts';
import type { Answer } from '../stage.ts';
import type { Claim, KeyBinding } from '../state/key-journal.ts';
import { within } from './within.ts';

/** The key's answer once it is judged, or a 202 at the sync deadline; the write goes on either way (IDEM-11). */
export async function outcomeInTime(services: Services, claim: Claim, how: 'first' | 'replayed'): Promise<Answer> {
  const { clock, limits } = services;
  const waited = await within(clock, limits.syncDeadlineMs, 'sync deadline', claim.outcome);
  if (waited.inTime) return answerOf(services, claim.binding, waited.value, how);
  claim.promise();
  return acceptedAnswer(claim.binding);
}

/** The record may be another use's of the same key, sequenced first by another member. */
export function answerOf(
  services: Services,
  binding: KeyBinding,
  record: SequencedRecord,
  how: 'first' | 'replayed',
): Answer {
  requireSameUse(binding, record.command.operation, record.command.principal.userId);
  return judgedAnswer(services, binding, record, how);
}

export function isSameUse(binding: KeyBinding, resource: string, userId: number): boolean {
  return resource === binding.resource && userId === binding.userId;
}

export function requireSameUse(binding: KeyBinding, resource: string, userId: number): void {
  if (!isSameUse(binding, resource, userId)) throw keyReused();
}

export function keyReused(): Refusal {
  return new Refusal(
    'IDEMPOTENCY_KEY_REUSED',
    'this key was used for another operation or resource, or by another user: take a fresh one',
  );
}
