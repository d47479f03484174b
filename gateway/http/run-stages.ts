import { Refusal } from '../contract/refusals.ts';
import type { Soon } from '../soon.ts';
import type { Answer, Known, Stage } from '../stage.ts';

/** Runs one request through the stages of a column. @param known the values from before the first stage: a fresh object */
export type Run = (known: Partial<Known>) => Soon<Answer>;

/**
 * Compiles a column to one function. It answers at once where no stage waits for anything. The values of a stage are
 * available to all stages after it and are never overwritten. A refusal gets the name of the stage that threw it.
 */
export function compiled(stages: readonly Stage[]): Run {
  const runFrom = (first: number, known: Known): Soon<Answer> => {
    let index = first;
    const below = (given: Partial<Known> | undefined) => runFrom(index + 1, Object.assign(known, given));
    try {
      for (; ; index += 1) {
        const stage = stages[index];
        if (stage === undefined) throw new Error('the last stage of a column answers: it has nothing to proceed to');
        if (stage.kind === 'step') {
          const given = stage.run(known);
          if (given instanceof Promise) return given.then(below, (thrown) => fail(thrown, stage));
          if (given !== undefined) Object.assign(known, given);
        } else {
          const answer = stage.kind === 'around' ? stage.run(known, below) : stage.run(known);
          return answer instanceof Promise ? answer.catch((thrown) => fail(thrown, stage)) : answer;
        }
      }
    } catch (thrown) {
      return fail(thrown, stages[index]);
    }
  };
  return (known) => runFrom(0, known as Known);
}

function fail(thrown: unknown, stage: Stage | undefined): never {
  if (thrown instanceof Refusal) thrown.stage ??= stage?.name;
  throw thrown;
}
