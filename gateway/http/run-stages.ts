import { Refusal } from '../contract/refusals.ts';
import type { Answer, Known, Stage } from '../stage.ts';

/**
 * Runs one request through its stages, and sets the stage name on a refusal. The values of a stage are available to all
 * stages after it and are never overwritten.
 */
export function runStages(stages: readonly Stage[], known: Partial<Known>): Promise<Answer> {
  const step = async (index: number, sofar: Partial<Known>): Promise<Answer> => {
    const next = stages[index];
    if (next === undefined) throw new Error('the last stage of a column answers: it has nothing to proceed to');
    const proceed = (given: Partial<Known>) =>
      step(index + 1, next.gives.length === 0 ? sofar : { ...sofar, ...given });
    try {
      return await next.run(sofar as Known, proceed);
    } catch (thrown) {
      if (thrown instanceof Refusal) thrown.stage ??= next.name;
      throw thrown;
    }
  };
  return step(0, known);
}
