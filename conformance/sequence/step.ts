/** One step of a sequence (its words, its precondition, its action), steps drawn by chance, and the sequences of them. */
import fc from 'fast-check';
import { LeftAlone } from '../member/sending/not-sent.ts';

/** `P` plays the sequence: it sends, and knows what was answered so far. */
export type Step<P extends object> = fc.AsyncCommand<P, P>;

/**
 * @param words the name of the step: in a counterexample they are the documentation.
 * @param run the outcome is judged from the history, not here.
 * @param ready absent: at any time.
 */
export function step<P extends object>(
  words: string,
  run: (play: P) => unknown,
  ready: (play: P) => boolean = () => true,
): Step<P> {
  return {
    check: ready,
    run: async (play) => {
      try {
        await run(play);
      } catch (error) {
        // A request that must not be sent ends this step only: the rest of the sequence is still useful.
        if (!(error instanceof LeftAlone)) throw error;
      }
    },
    toString: () => words,
  };
}

/** A step by chance, with its weight among the others. */
export interface Weighted<P extends object> {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<Step<P>>;
}

/** A row of a table of steps: its weight, what is drawn for it, and the step made of that. */
export function drawn<P extends object, Drawn extends [] | unknown[]>(
  weight: number,
  draws: { [I in keyof Drawn]: fc.Arbitrary<Drawn[I]> },
  make: (...drawn: Drawn) => Step<P>,
): Weighted<P> {
  return { weight, arbitrary: fc.tuple<Drawn>(...draws).map((values) => make(...values)) };
}

/** The steps in order, in words when it is printed. */
export class Sequence<P extends object> implements Iterable<Step<P>> {
  readonly #steps: readonly Step<P>[];

  constructor(steps: readonly Step<P>[]) {
    this.#steps = steps;
  }

  [Symbol.iterator](): Iterator<Step<P>> {
    return this.#steps[Symbol.iterator]();
  }

  toString(): string {
    return this.#steps.map((one, i) => `${i + 1}. ${one.toString()}`).join('; ');
  }
}

/**
 * Sequences of 3 to 12 steps. An array, not `fc.commands`: its path alone reproduces a counterexample, where commands need a
 * replay path as well. A step that shrinks to none is left out, so a counterexample may be shorter than the generated sequence.
 * @param opening the first step; absent: any.
 */
export function sequencesOf<P extends object>(
  steps: readonly Weighted<P>[],
  opening?: readonly Weighted<P>[],
): fc.Arbitrary<Sequence<P>> {
  const orNone = (of: readonly Weighted<P>[]) => fc.option(fc.oneof(...of), { nil: undefined, freq: 1_000_000 });
  const array = (minLength: number, maxLength: number) =>
    fc.noBias(fc.array(orNone(steps), { minLength, maxLength, size: 'max' }));
  const chosen =
    opening === undefined
      ? array(3, 12)
      : fc.tuple(orNone(opening), array(2, 11)).map(([first, rest]) => [first, ...rest]);
  return chosen.map((some) => new Sequence(some.filter((one) => one !== undefined)));
}
