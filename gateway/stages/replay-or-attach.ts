import { Refusal } from '../contract/refusals.ts';
import { acceptedAnswer, answerInTime, judgedAnswer, NotStored } from '../http/answers.ts';
import type { KeyState } from '../platform-port.ts';
import type { Services } from '../services.ts';
import { type Answer, stageAround } from '../stage.ts';
import { within } from '../within.ts';
import { boundResource, isSameUse, type KeyBinding, keyReused, requireSameUse } from '../writes/key-binding.ts';
import type { Claim } from '../writes/key-journal.ts';

/**
 * One effect for each key. A settled key is answered from its record, and a request for a claimed key waits for its
 * outcome. Any other key is claimed and looked up at the platform before further checks (ORD-07, IDEM-14): another
 * member may have its answer, or a write of it in progress.
 */
export const replayOrAttach = stageAround({
  name: 'replay-or-attach',
  refuses: ['IDEMPOTENCY_KEY_REUSED', 'IN_FLIGHT_FULL', 'NOT_SERVING'],
  needs: ['services', 'caller', 'key', 'operation', 'params'],
  gives: ['claim'],
  run({ services, caller, key, operation, params }, proceed) {
    const { orgId, userId } = caller.user;
    const binding: KeyBinding = { orgId, userId, key, operation, resource: boundResource(operation, params) };
    return answered(services, binding, (claim) => proceed({ claim }));
  },
});

/** @param afresh judges and sends a write whose key is new to the platform */
async function answered(
  services: Services,
  binding: KeyBinding,
  afresh: (claim: Claim) => Promise<Answer>,
): Promise<Answer> {
  const { orgId, key } = binding;
  const settled = services.journal.settled(orgId, key);
  if (settled !== undefined) return judgedAnswer(services, binding, settled, 'replayed');

  const claimed = services.journal.claimed(orgId, key);
  if (claimed !== undefined) {
    const { resource, userId } = claimed.binding;
    if (!isSameUse(binding, resource, userId)) {
      return besideAnotherUse(services, binding, claimed, () => answered(services, binding, afresh));
    }
    claimed.on('retry');
    try {
      return await answerInTime(services, claimed, 'first');
    } catch (reason) {
      return stalled(services, binding, reason);
    }
  }

  if (services.surfaces.replica) {
    throw new Refusal('NOT_SERVING', 'this member is a read replica: send writes to another', { forGood: true });
  }
  requireRoom(services);
  const claim = services.journal.claim(binding);
  try {
    const held = await lookUp(services, claim);
    return await (held.state === 'absent' ? afresh(claim) : heldElsewhere(services, claim, held));
  } catch (reason) {
    if (!(reason instanceof NotStored)) claim.refuse(reason);
    return stalled(services, binding, reason);
  }
}

/** Answers a write whose key the platform holds, because of another member or of this member's former process. */
async function heldElsewhere(
  services: Services,
  claim: Claim,
  held: Exclude<KeyState, { state: 'absent' }>,
): Promise<Answer> {
  requireSameUse(claim.binding, held.command.operation, held.command.principal.userId);
  // Another member's command is on its way. Sent from here too, it is the same command, and this claim gets its reply.
  if (held.state === 'pending') claim.send(held.command);
  return answerInTime(services, claim, 'replayed', claim.beganNs);
}

/**
 * Answers a request whose key is claimed here for another use. The platform decides which use the key is bound to: another
 * member may have sent this use first (T15).
 *
 * @param again answers the request once the other use has its outcome
 * @throws Refusal IDEMPOTENCY_KEY_REUSED
 */
async function besideAnotherUse(
  services: Services,
  binding: KeyBinding,
  claimed: Claim,
  again: () => Promise<Answer>,
): Promise<Answer> {
  const { clock, limits } = services;
  const held = await inWriteDeadline(services, ask(services, binding));
  if (held.state === 'absent') throw keyReused();
  requireSameUse(binding, held.command.operation, held.command.principal.userId);
  const ended = claimed.outcome.then(
    () => undefined,
    () => undefined,
  );
  const waited = await within(clock, limits.writeDeadlineMs, 'write deadline', ended);
  if (!waited.inTime) throw new NotLookedUp();
  return again();
}

/**
 * Refuses a write past the member's own bound, and leaves its key free. The bound is checked before the platform is asked,
 * so that earlier writes are served first.
 *
 * @throws Refusal IN_FLIGHT_FULL
 */
function requireRoom({ journal, limits }: Services): void {
  if (journal.inProgress < limits.inFlightWrites) return;
  throw new Refusal(
    'IN_FLIGHT_FULL',
    'this member has as many writes in progress as it accepts: retry shortly with the same key',
  );
}

/** A failed look-up: members of older versions answered 202, although they sent nothing either. */
function stalled({ gates }: Services, binding: KeyBinding, reason: unknown): Answer {
  if (reason instanceof NotLookedUp && !gates['keys.stalled-look-up']) return acceptedAnswer(binding);
  throw reason;
}

class NotLookedUp extends Refusal {
  constructor() {
    super('NOT_SERVING', 'this member cannot look the key up now: nothing was sent, retry with the same key');
  }
}

/** @throws Refusal NOT_SERVING at the write deadline: nothing is stored or sent by then */
function lookUp(services: Services, claim: Claim): Promise<KeyState> {
  const asked = ask(services, claim.binding);
  // A member that drains frees the key, which ends the wait (IDEM-18).
  return inWriteDeadline(services, Promise.race([asked, claim.outcome.then(() => asked)]));
}

/** Looks the key up. A settled key's record is applied on this member before this resolves. */
async function ask({ port, state, journal }: Services, { orgId, key }: KeyBinding): Promise<KeyState> {
  const held = await port.lookUp(orgId, key);
  if (held.state !== 'settled') return held;
  await state.reached(held.position);
  journal.recall(orgId, key);
  return held;
}

async function inWriteDeadline({ clock, limits }: Services, asked: Promise<KeyState>): Promise<KeyState> {
  const waited = await within(clock, limits.writeDeadlineMs, 'write deadline', asked);
  if (!waited.inTime) throw new NotLookedUp();
  return waited.value;
}
