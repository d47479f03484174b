/** The sequences of the property over orders: 3 to 12 steps, of which every third uses a key again. */
import fc from 'fast-check';
import type { RestVersion } from '../contract/versions.ts';
import type { Fixtures } from '../member/profile/profile.ts';
import { cancel, cancelNobodys, cancelTwo } from './cancellations.ts';
import { DEATHS, dieWhileHeld, roll, startAnew, submitAndDie } from './disasters.ts';
import type { Letter, Writer } from './driver.ts';
import { LETTERS, SYNC_DEADLINE_MS } from './driver.ts';
import { advance, hold, release, submitAndLoseAnswer } from './misfortunes.ts';
import { firstPage, misuseCursors, readOperation, readOrder, readStrangersOrder, turnPage, walk } from './reads.ts';
import type { RetryKind } from './retries.ts';
import { heldStory, race, retry } from './retries.ts';
import type { Back, Step } from './step.ts';
import type { SubmissionKind } from './submissions.ts';
import { REFUSED_SUBMISSIONS, submit } from './submissions.ts';

/** The steps in order, in words when it is printed. */
export class Sequence<One extends { toString(): string } = Step> implements Iterable<One> {
  readonly #steps: readonly One[];

  constructor(steps: readonly One[]) {
    this.#steps = steps;
  }

  [Symbol.iterator](): Iterator<One> {
    return this.#steps[Symbol.iterator]();
  }

  toString(): string {
    return this.#steps.map((one, i) => `${i + 1}. ${one.toString()}`).join('; ');
  }
}

/** One writer is drawn more often than the others, so that their requests meet. */
const letter = fc.constantFrom<Letter[]>('A', ...LETTERS);
const back = fc.constantFrom<Back[]>(0, 0, 1);
/** Mostly one, so that requests meet at the same key or order. */
const writer = fc.constantFrom<Writer[]>('trader', 'trader', 'trader', 'admin', 'outsider', 'outsider');
const fewRows = fc.constantFrom(1, 2, 3);
const limit = fc.constantFrom(1, 101, 1_000);
const pass = fc.constantFrom(60, 700, SYNC_DEADLINE_MS);

interface Weighted {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<Step>;
}

/**
 * States that must be reached are drawn more often: a key that is already bound hides why the order would be
 * refused.
 */
function refusedSubmissions(fixtures: Fixtures): readonly SubmissionKind[] {
  const unpriced = fixtures.unpricedInstrument !== undefined;
  const kinds = REFUSED_SUBMISSIONS.filter(
    (kind) => unpriced || kind !== 'a market order of an instrument without a quote',
  );
  return [...kinds, ...kinds.filter((kind) => kind.includes('instrument') || kind.includes('symbol'))];
}

function steps(fixtures: Fixtures, befalling: readonly Weighted[] = []): fc.Arbitrary<Step> {
  const of = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
  const retryKind = fc.constantFrom<RetryKind[]>(
    'as it was',
    'as it was',
    'with another body',
    'for another operation',
    'for another order',
  );
  const anyKey = fc.option(letter, { nil: undefined });
  const anyDeadline = fc.constantFrom(SYNC_DEADLINE_MS, SYNC_DEADLINE_MS, undefined);
  const refused = fc.constantFrom(...refusedSubmissions(fixtures));
  return fc.oneof(
    of(14, made(submit, writer, fc.constant('an order that rests' as const), letter)),
    of(3, made(submit, writer, fc.constant('an order that trades' as const), letter)),
    of(32, made(submit, writer, refused, letter)),
    of(6, made(submit, fc.constant('viewer' as const), fc.constant('an order that rests' as const), letter)),
    of(14, made(cancel, writer, back, letter, fc.boolean())),
    of(6, made(cancelNobodys, writer, letter)),
    of(14, made(cancelTwo, writer, letter)),
    of(60, made(retry, writer, back, retryKind)),
    of(3, made(race, fc.constantFrom<Writer[][]>(['trader', 'trader'], ['trader', 'outsider']), letter)),
    of(9, made(heldStory, writer, letter, anyDeadline)),
    of(6, fc.constant(hold())),
    of(5, fc.constant(release())),
    of(6, made(advance, pass)),
    of(3, made(submitAndLoseAnswer, writer, letter)),
    of(11, made(firstPage, writer, limit)),
    of(4, made(turnPage, writer, fc.constantFrom('next' as const, 'previous' as const), fewRows)),
    of(7, made(walk, writer, fewRows, anyKey)),
    of(6, made(misuseCursors, writer)),
    of(8, made(readOrder, writer, back)),
    of(2, made(readStrangersOrder, writer)),
    of(4, made(readOperation, writer, letter)),
    ...befalling,
  );
}

/** A step with drawn arguments. */
export function made<Arguments extends unknown[], One = Step>(
  make: (...drawn: Arguments) => One,
  ...drawn: { [I in keyof Arguments]: fc.Arbitrary<Arguments[I]> }
): fc.Arbitrary<One> {
  return fc.tuple<Arguments>(...drawn).map((arguments_) => make(...arguments_));
}

const trades = fc.constantFrom<Writer[]>('trader', 'outsider');

/**
 * Steps that give the later ones something to cancel, to retry and to read. No key is bound yet, so the order that a walk
 * submits is a write in between: a few sequences then show what many are needed for by chance.
 */
const opening = fc.oneof(
  made(submit, trades, fc.constant('an order that rests' as const), letter),
  made(walk, trades, fewRows, letter),
);

/**
 * An array, not `fc.commands`: its path alone reproduces a counterexample, where commands need a replay path as
 * well. A step that shrinks to none is left out, so a counterexample may be shorter than the generated sequence.
 */
export function sequences(fixtures: Fixtures): fc.Arbitrary<Sequence> {
  return sequencesOf(steps(fixtures));
}

/** The versions differ in nothing that a sequence looks at. */
export const ROLLED_BETWEEN = ['0.13.0', '0.14.0'] as const satisfies readonly RestVersion[];

/** The same sequences, while members die, are restarted and rolled. */
export function stormySequences(fixtures: Fixtures): fc.Arbitrary<Sequence> {
  const befalling = [
    { weight: 30, arbitrary: made(submitAndDie, writer, letter, fc.constantFrom(...DEATHS)) },
    { weight: 12, arbitrary: made(dieWhileHeld, writer, letter) },
    { weight: 10, arbitrary: made(startAnew, writer) },
    { weight: 10, arbitrary: made(roll, fc.constantFrom(...ROLLED_BETWEEN)) },
  ];
  return fc.oneof(
    { weight: 3, arbitrary: sequencesOf(steps(fixtures, befalling)) },
    // Two rolls in one sequence are rare by chance, and a single one shows no return.
    { weight: 1, arbitrary: sequencesOf(steps(fixtures, befalling)).map(rolledAndBack) },
  );
}

/** The same sequence, with its middle between a roll to the older version and a roll to the newer one. */
function rolledAndBack(sequence: Sequence): Sequence {
  const [first, ...rest] = sequence;
  const [older, newer] = ROLLED_BETWEEN;
  return new Sequence([...(first === undefined ? [] : [first]), roll(older), ...rest, roll(newer)]);
}

function sequencesOf(step: fc.Arbitrary<Step>): fc.Arbitrary<Sequence> {
  const orNone = (arbitrary: fc.Arbitrary<Step>) => fc.option(arbitrary, { nil: undefined, freq: 1_000_000 });
  const others = fc.array(orNone(step), { minLength: 2, maxLength: 11, size: 'max' });
  return fc
    .tuple(orNone(opening), fc.noBias(others))
    .map(([first, rest]) => new Sequence([first, ...rest].filter((one) => one !== undefined)));
}
