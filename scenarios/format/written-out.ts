/**
 * Steps that hold steps are written out before they are linked, so that the player knows plain steps alone. `parallel` becomes
 * rounds: the next request of every branch is sent before any answer of the round is awaited, so that a play is the same each
 * time. A loop becomes its steps as many times.
 */
import type { StepInput } from './format.ts';
import type { PlacedStep } from './link.ts';

type Asking = Extract<StepInput, { kind: 'request' | 'op' }>;

function isAsking(input: StepInput): input is Asking {
  return (input.kind === 'request' || input.kind === 'op') && input.background !== true;
}

function startOf(input: Asking, name: string): StepInput {
  const { expect: _, save: __, ...asked } = input;
  return { ...asked, name, background: true } as StepInput;
}

function endOf({ expect, save }: Asking, name: string): StepInput {
  return { kind: 'await', await: name, expect, save } as StepInput;
}

/** @param nameOf gives the request of a branch a name that no other has; branches and rounds count from 1. */
export function inRounds(
  branches: readonly (readonly PlacedStep[])[],
  nameOf: (branch: number, round: number) => string,
): readonly PlacedStep[] {
  const rounds = Math.max(...branches.map((branch) => branch.length));
  return Array.from({ length: rounds }).flatMap((_, round) => {
    const starts: PlacedStep[] = [];
    const ends: PlacedStep[] = [];
    for (const [branch, steps] of branches.entries()) {
      const step = steps[round];
      if (step === undefined) continue;
      const { input } = step;
      if (!isAsking(input)) {
        starts.push(step);
        continue;
      }
      const name = input.name ?? nameOf(branch + 1, round + 1);
      starts.push({ ...step, input: startOf(input, name) });
      ends.push({ ...step, input: endOf(input, name) });
    }
    return [...starts, ...ends];
  });
}

/** The value with `${counter}` replaced by the number of the pass; a text that is that alone becomes the number. */
export function ofPass(value: unknown, counter: string, pass: number): unknown {
  const reference = `\${${counter}}`;
  if (value === reference) return pass;
  if (typeof value === 'string') return value.replaceAll(reference, `${pass}`);
  if (Array.isArray(value)) return value.map((one) => ofPass(one, counter, pass));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.replaceAll(reference, `${pass}`), ofPass(one, counter, pass)]),
  );
}
