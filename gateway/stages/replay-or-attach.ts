import { acceptedAnswer } from '../answers.ts';
import { Refusal } from '../contract/refusals.ts';
import type { KeyState } from '../platform-port.ts';
import type { Services } from '../services.ts';
import { type Answer, stage } from '../stage.ts';
import type { Claim, KeyBinding } from '../state/key-journal.ts';
import { boundResource } from './bound-resource.ts';
import { answerOf, isSameUse, keyReused, outcomeInTime, requireSameUse } from './outcome.ts';
import { beginSending } from './sending.ts';
import { within } from './within.ts';

/**
 * One effect for each key. A key whose answer this member holds is answered from it; one under way here is waited for; any
 * other is claimed, and looked up at the platform before anything else is judged (ORD-07, IDEM-14): another member may
 * have its answer, or have it under way.
 */
export const replayOrAttach = stage({
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

/** @param afresh judges a write whose key nobody holds. */
async function answered(
  services: Services,
  binding: KeyBinding,
  afresh: (claim: Claim) => Promise<Answer>,
): Promise<Answer> {
  const { orgId, key } = binding;
  const settled = services.journal.settled(orgId, key);
  if (settled !== undefined) return answerOf(services, binding, settled, 'replayed');

  const underWay = services.journal.claimed(orgId, key);
  if (underWay !== undefined) {
    const { resource, userId } = underWay.binding;
    if (!isSameUse(binding, resource, userId)) {
      return besideAnotherUse(services, binding, underWay, () => answered(services, binding, afresh));
    }
    underWay.ask();
    return outcomeInTime(services, underWay, 'first').catch((reason) => stalled(services, binding, reason));
  }

  if (services.surfaces.replica) {
    throw new Refusal('NOT_SERVING', 'this member is a read replica: send writes to another', { forGood: true });
  }
  requireRoom(services);
  const claim = services.journal.claim(binding);
  try {
    const held = await lookUp(services, claim);
    if (held.state === 'absent') return await afresh(claim);
    requireSameUse(binding, held.command.operation, held.command.principal.userId);
    // Another member's command, on its way: sent from here too it is the same one, and this claim hears what becomes of it.
    if (held.state === 'pending') beginSending(services, claim, held.command);
    return await outcomeInTime(services, claim, 'replayed');
  } catch (reason) {
    claim.refuse(reason);
    return stalled(services, binding, reason);
  }
}

/**
 * Another use of the key is under way here. Whose the key is the platform says: this use may have come first, through another
 * member, and the one under way too late (T15).
 *
 * @param again answers anew, once the other use has come to its end.
 */
async function besideAnotherUse(
  services: Services,
  binding: KeyBinding,
  underWay: Claim,
  again: () => Promise<Answer>,
): Promise<Answer> {
  const { clock, limits } = services;
  const held = await inWriteDeadline(services, ask(services, binding));
  if (held.state === 'absent') throw keyReused();
  requireSameUse(binding, held.command.operation, held.command.principal.userId);
  const ended = underWay.outcome.then(
    () => undefined,
    () => undefined,
  );
  const waited = await within(clock, limits.writeDeadlineMs, 'write deadline', ended);
  if (!waited.inTime) throw new NotLookedUp();
  return again();
}

/**
 * The member's own bound: a write more than it can keep track of is not begun, its key free. It is judged as a write comes,
 * before anything is asked of the platform, so that the writes under way are never those that came last.
 */
function requireRoom({ journal, limits }: Services): void {
  if (journal.underWay < limits.inFlightWrites) return;
  throw new Refusal(
    'IN_FLIGHT_FULL',
    'this member has as many writes under way as it takes: retry shortly with the same key',
  );
}

/** Of a key that this member could not look up: a member of before said 202, and sent nothing either. */
function stalled({ gates }: Services, binding: KeyBinding, reason: unknown): Answer {
  if (reason instanceof NotLookedUp && !gates['keys.stalled-look-up']) return acceptedAnswer(binding);
  throw reason;
}

class NotLookedUp extends Refusal {
  constructor() {
    super('NOT_SERVING', 'this member cannot look the key up now: nothing was sent, retry with the same key');
  }
}

/** What the platform holds of the key, by the write deadline or not at all: nothing stored, nothing sent. */
async function lookUp(services: Services, { binding, outcome }: Claim): Promise<KeyState> {
  const asked = ask(services, binding);
  // A member that ends meanwhile frees the key, and nobody waits any longer (IDEM-18).
  return inWriteDeadline(services, Promise.race([asked, outcome.then(() => asked)]));
}

/** What is settled is applied here, too, by the time that this answers. */
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
