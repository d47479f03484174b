/** The sequences of each property: which steps they are drawn from, and how often. About every third uses a key again. */
import fc from 'fast-check';
import type { Fixtures } from '../member/profile/profile.ts';
import { ALGO_STEPS } from './algo-steps.ts';
import { anyUser, newestBack } from './draws.ts';
import { advance, FAULT_STEPS, ROLLED_BETWEEN, roll, STORM_STEPS } from './fault-steps.ts';
import { fewRows, ORDER_READS, walk } from './order-reads.ts';
import type { RetryKind } from './order-steps.ts';
import { anyLetter, cancel, cancelUnheld, orderSteps, retry, retryLast, submit } from './order-steps.ts';
import type { Play } from './play-state.ts';
import { POLICY_STEPS } from './policy-steps.ts';
import { RECORD_READS } from './record-reads.ts';
import { REGISTER_STEPS } from './register-steps.ts';
import { drawn, Sequence, sequencesOf, type Weighted } from './step.ts';
import type { Writer } from './writes.ts';

const trades = fc.constantFrom<Writer[]>('trader', 'outsider');

/**
 * Steps that give the later ones something to cancel, to retry and to read. No key is bound yet, so the order that a walk
 * submits is a write in between: a few sequences then show what many are needed for by chance.
 */
const OPENINGS: readonly Weighted<Play>[] = [
  drawn(1, [trades, anyLetter], (writer, letter) => submit(writer, 'an order that rests', letter)),
  drawn(1, [trades, fewRows, anyLetter], walk),
];

const stepsOf = (fixtures: Fixtures) => [...orderSteps(fixtures), ...FAULT_STEPS, ...ORDER_READS];

/** Orders are submitted, retried, cancelled, held, lost and read. */
export function orderSequences(fixtures: Fixtures): fc.Arbitrary<Sequence<Play>> {
  return sequencesOf(stepsOf(fixtures), OPENINGS);
}

/** The same sequences, while members die, are restarted and rolled. */
export function stormySequences(fixtures: Fixtures): fc.Arbitrary<Sequence<Play>> {
  const stormy = sequencesOf([...stepsOf(fixtures), ...STORM_STEPS], OPENINGS);
  return fc.oneof(
    { weight: 3, arbitrary: stormy },
    // Two rolls in one sequence are rare by chance, and a single one shows no return.
    { weight: 1, arbitrary: stormy.map(rolledAndBack) },
  );
}

/** The same sequence, with its middle between a roll to the older version and a roll to the newer one. */
function rolledAndBack(sequence: Sequence<Play>): Sequence<Play> {
  const [first, ...rest] = sequence;
  const [older, newer] = ROLLED_BETWEEN;
  return new Sequence([...(first === undefined ? [] : [first]), roll(older), ...rest, roll(newer)]);
}

const retryKind = fc.constantFrom<RetryKind[]>(
  ...(['as it was', 'as it was', 'as it was', 'with another body', 'for another operation'] as const),
  ...(['without its precondition', 'under another precondition'] as const),
);

/** Rows of every kind are proposed, approved, restated, granted, configured and walked. */
export function recordSequences(): fc.Arbitrary<Sequence<Play>> {
  return sequencesOf([
    ...[...REGISTER_STEPS, ...POLICY_STEPS, ...ALGO_STEPS],
    drawn(2, [anyUser, fc.boolean()], (writer, looking) => cancel(writer, 0, 'A', looking)),
    drawn(2, [anyUser], (writer) => cancelUnheld(writer, 'B')),
    drawn(42, [newestBack, retryKind], retryLast),
    drawn(3, [anyUser, newestBack, retryKind], retry),
    ...RECORD_READS,
    drawn(2, [fc.constantFrom(60, 700)], advance),
  ]);
}
