import { Refusal } from '../contract/refusals.ts';
import type { Answer, Known, Stage } from '../stage.ts';

/** Runs one request through the stages of a column. @param known the values from before the first stage: a fresh object */
export type Run = (known: Partial<Known>) => Promise<Answer>;

/**
 * Makes one function of a column. The values of a stage are available to all stages after it and are never overwritten.
 * A refusal gets the name of the stage that threw it.
 */
export function compiled(stages: readonly Stage[]): Run {
  async function runFrom(first: number, known: Known): Promise<Answer> {
    for (const [index, stage] of stages.entries()) {
      if (index < first) continue;
      try {
        if (stage.kind === 'last') return await stage.run(known);
        if (stage.kind === 'around') {
          return await stage.run(known, (given) => runFrom(index + 1, Object.assign(known, given)));
        }
        Object.assign(known, await stage.run(known));
      } catch (thrown) {
        if (thrown instanceof Refusal) thrown.stage ??= stage.name;
        throw thrown;
      }
    }
    throw new Error('the last stage of a column answers: it has nothing to proceed to');
  }
  return (known) => runFrom(0, known as Known);
}
